import GRDB
import Journal

/// The tables of a store. It is an index: another version is rebuilt from the run folders, so there are no migrations.
enum StoreSchema {
    /// The version of the tables: SQLite keeps it as `user_version`.
    static let version: Int32 = 4
    /// The mark of a file that is ours: SQLite keeps it as `application_id`. "Trml".
    static let application: Int32 = 0x5472_6D6C

    /// The order of runs: by start time, by place in their series, and by hash.
    static let order = "started, ordinal, manifest"

    /// Creates the tables in an empty database. Their columns are the coding keys of the records.
    ///
    /// They are strict, so SQLite's own check covers the type of every value. `run_group` has every column of the
    /// question that all others begin with, so that it need not read the rows.
    static func create(in database: Database) throws {
        let verdicts = VerdictKind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try database.execute(
            sql: """
                PRAGMA application_id = \(application);
                PRAGMA user_version = \(version);

                CREATE TABLE run(
                    id INTEGER PRIMARY KEY, manifest TEXT NOT NULL UNIQUE, document TEXT NOT NULL,
                    folder TEXT NOT NULL, isGone INTEGER NOT NULL,
                    scenario TEXT NOT NULL, scenarioHash TEXT NOT NULL, scenarioFile TEXT NOT NULL,
                    firmwareHash TEXT NOT NULL, firmware TEXT NOT NULL, identity TEXT NOT NULL,
                    bench TEXT NOT NULL, benchKind TEXT NOT NULL, benchHost TEXT NOT NULL,
                    benchFingerprint TEXT NOT NULL, benchVersion TEXT NOT NULL, unit TEXT NOT NULL,
                    seed INTEGER NOT NULL, ordinal INTEGER NOT NULL, started INTEGER NOT NULL,
                    elapsed INTEGER NOT NULL, verdict TEXT NOT NULL CHECK(verdict IN (\(verdicts))),
                    reason TEXT NOT NULL, failureKey TEXT, failureCode TEXT, failureExpected TEXT, failureSeen TEXT,
                    gate TEXT NOT NULL, powerCycle INTEGER NOT NULL, witness TEXT NOT NULL
                ) STRICT;
                CREATE INDEX run_folder ON run(folder);
                CREATE INDEX run_failure ON run(failureKey) WHERE failureKey IS NOT NULL;
                CREATE INDEX run_group ON run(
                    scenario, scenarioHash, benchFingerprint, benchVersion, firmwareHash, identity, verdict,
                    scenarioFile, bench, benchKind, benchHost, firmware, seed, started
                );

                CREATE TABLE measurement(
                    run INTEGER NOT NULL REFERENCES run(id), quantity TEXT NOT NULL, unit TEXT NOT NULL,
                    largest INTEGER NOT NULL, middle INTEGER NOT NULL, high INTEGER NOT NULL,
                    times INTEGER NOT NULL, "limit" INTEGER, PRIMARY KEY(run, quantity, unit)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE gate(
                    record TEXT PRIMARY KEY, document TEXT NOT NULL, folder TEXT NOT NULL, result TEXT NOT NULL,
                    isRehearsal INTEGER NOT NULL, plan TEXT NOT NULL, planHash TEXT NOT NULL,
                    firmware TEXT NOT NULL, identity TEXT NOT NULL, bench TEXT NOT NULL, fingerprint TEXT NOT NULL,
                    scenarios INTEGER NOT NULL, passed INTEGER NOT NULL, trials INTEGER NOT NULL,
                    failures INTEGER NOT NULL, leftOut INTEGER NOT NULL, confidence INTEGER NOT NULL,
                    upperLimit INTEGER NOT NULL, started INTEGER NOT NULL, ended INTEGER NOT NULL
                ) STRICT;

                CREATE TABLE refused(folder TEXT PRIMARY KEY, code TEXT NOT NULL, why TEXT NOT NULL) STRICT;
                """)
    }
}
