/// The tables of a store. It is an index: another version is rebuilt from the run folders, so there are no migrations.
enum StoreSchema {
    /// The version of the tables: SQLite keeps it as `user_version`.
    static let version: Int32 = 2
    /// The mark of a file that is ours: SQLite keeps it as `application_id`. "Trml".
    static let application: Int32 = 0x5472_6D6C

    /// Whole numbers only, in the units of `verdict.json`; ids that depend on the order of insertion are never shown.
    ///
    /// `mark` is a row's checksum, because SQLite has none: a changed byte in a number would falsify the history. The
    /// tables that are read as a whole have digests, in `total`.
    static let statements = [
        "CREATE TABLE total(id INTEGER PRIMARY KEY, digest BLOB NOT NULL)",
        "CREATE TABLE place(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE)",
        "CREATE TABLE firmware(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, name TEXT NOT NULL)",
        "CREATE TABLE unit(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
        """
        CREATE TABLE bench(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, host TEXT NOT NULL, \
        fingerprint TEXT NOT NULL, version TEXT NOT NULL, UNIQUE(fingerprint, version))
        """,
        """
        CREATE TABLE scenario(id INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, file TEXT NOT NULL, \
        UNIQUE(name, hash))
        """,
        "CREATE TABLE gate(id INTEGER PRIMARY KEY, record TEXT NOT NULL UNIQUE)", GateRow.statement,
        """
        CREATE TABLE failure(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, code TEXT NOT NULL, \
        expected TEXT NOT NULL, seen TEXT NOT NULL)
        """,
        "CREATE TABLE quantity(id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE(name, unit))",
        """
        CREATE TABLE series(id INTEGER PRIMARY KEY, quantity INTEGER NOT NULL, scenario INTEGER NOT NULL, \
        bench INTEGER NOT NULL, runs INTEGER NOT NULL, UNIQUE(quantity, scenario, bench))
        """,
        """
        CREATE TABLE run(id INTEGER PRIMARY KEY, manifest BLOB NOT NULL UNIQUE, document BLOB NOT NULL, \
        place INTEGER NOT NULL, name TEXT NOT NULL, gone INTEGER NOT NULL, scenario INTEGER NOT NULL, \
        firmware INTEGER NOT NULL, bench INTEGER NOT NULL, identity INTEGER NOT NULL, verdict INTEGER NOT NULL, \
        seed INTEGER NOT NULL, started INTEGER NOT NULL, ordinal INTEGER NOT NULL, elapsed INTEGER NOT NULL, \
        unit INTEGER, gate INTEGER, failure INTEGER, cycle INTEGER NOT NULL, reason TEXT, witness TEXT, \
        mark INTEGER NOT NULL)
        """,
        "CREATE INDEX run_group ON run(scenario, firmware, bench, verdict, seed)",
        "CREATE INDEX run_place ON run(place, name)",
        "CREATE INDEX run_started ON run(started)",
        "CREATE INDEX run_failure ON run(failure, started) WHERE failure IS NOT NULL",
        """
        CREATE TABLE measurement(series INTEGER NOT NULL, started INTEGER NOT NULL, run INTEGER NOT NULL, \
        largest INTEGER NOT NULL, middle INTEGER, high INTEGER, times INTEGER, "limit" INTEGER, \
        mark INTEGER NOT NULL, PRIMARY KEY(series, started, run)) WITHOUT ROWID
        """,
        """
        CREATE TABLE tally(scenario INTEGER NOT NULL, firmware INTEGER NOT NULL, bench INTEGER NOT NULL, \
        identity INTEGER NOT NULL, verdict INTEGER NOT NULL, runs INTEGER NOT NULL, repeats INTEGER NOT NULL, \
        first INTEGER NOT NULL, last INTEGER NOT NULL, \
        PRIMARY KEY(scenario, firmware, bench, identity, verdict)) WITHOUT ROWID
        """,
        """
        CREATE TABLE seen(failure INTEGER NOT NULL, scenario INTEGER NOT NULL, firmware INTEGER NOT NULL, \
        bench INTEGER NOT NULL, runs INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, \
        PRIMARY KEY(failure, scenario, firmware, bench)) WITHOUT ROWID
        """,
        "CREATE TABLE refused(folder TEXT PRIMARY KEY, code TEXT NOT NULL, why TEXT NOT NULL) WITHOUT ROWID",
    ]
}

/// A part of a store's tables that has its own digest, so that a question checks only what it reads.
///
/// Runs and measurements are in no part, because each of their rows has a mark.
enum StorePart: Int64, CaseIterable {
    /// The names that everything refers to.
    case names = 1
    case tallies
    case failures
    case places

    /// The questions whose answers the digest covers.
    var questions: [String] {
        switch self {
        case .names:
            [
                "SELECT id, sha256, name FROM firmware ORDER BY id", "SELECT id, name FROM unit ORDER BY id",
                "SELECT id, name, kind, host, fingerprint, version FROM bench ORDER BY id",
                "SELECT id, name, hash, file FROM scenario ORDER BY id",
                "SELECT id, key, code, expected, seen FROM failure ORDER BY id",
                "SELECT id, name, unit FROM quantity ORDER BY id",
                "SELECT id, quantity, scenario, bench, runs FROM series ORDER BY id",
                "SELECT folder, code, why FROM refused ORDER BY folder", GateRow.question,
            ]
        case .tallies:
            [
                """
                SELECT scenario, firmware, bench, identity, verdict, runs, repeats, first, last FROM tally \
                ORDER BY scenario, firmware, bench, identity, verdict
                """
            ]
        case .failures:
            [
                """
                SELECT failure, scenario, firmware, bench, runs, first, last FROM seen \
                ORDER BY failure, scenario, firmware, bench
                """
            ]
        case .places: ["SELECT id, path FROM place ORDER BY id", "SELECT id, record FROM gate ORDER BY id"]
        }
    }
}
