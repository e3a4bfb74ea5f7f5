public import Evidence
import GRDB
import Ground
import Journal
import OperatingSystem

/// The files that may be pruned from the run folders that a store knows, by the rules of retention (gate.md, 7.2).
///
/// Verdict, journal and manifest stay forever. Traces of runs that passed stay for some days, or as long as the run is
/// among the newest ones of its scenario, firmware and bench. Traces of failed runs, of flaky scenarios, and of the
/// first run with a firmware stay unless their folder is named explicitly. Files in a gate's record stay, unless its
/// seal may be broken.
public struct HistoryPrune: Sendable {
    /// The files of one run that may be pruned.
    public struct Candidate: Hashable, Sendable {
        public let folder: String
        public let files: [String]
        public let bytes: Int
        /// The gate's record that names the run; empty for none.
        public let gate: String
        let document: ContentHash
    }

    /// The number of days, and the number of newest runs.
    public struct Rules: Hashable, Sendable {
        public var days: Int
        public var newest: Int
        public var breaksSeals: Bool

        public init(days: Int = 30, newest: Int = 10, breaksSeals: Bool = false) {
            (self.days, self.newest, self.breaksSeals) = (days, newest, breaksSeals)
        }
    }

    public let candidates: [Candidate]
    /// The number of runs that would be pruned if no gate's record named them.
    public let sealed: Int
    public var bytes: Int { candidates.reduce(0) { $0 + $1.bytes } }
}

extension HistoryStore {
    /// Returns what may be pruned on a date, by the rules or by name; asking deletes nothing.
    ///
    /// The date is in UTC: `2026-11-22T18:33:55Z`. If folders are given, only those are considered, whatever the
    /// results of their runs.
    public func prunable(
        _ rules: HistoryPrune.Rules, at date: String, named folders: [String] = []
    ) throws(CommandError) -> HistoryAnswer<HistoryPrune> {
        guard let now = UTCDate(date)?.nanoseconds else {
            throw CommandError(what: "'\(date)' is no date", remedy: nil)
        }
        let named = try Set(
            folders.map { (folder) throws(CommandError) in
                guard let path = Files.absolute(folder) else {
                    throw CommandError(what: "there is nothing at \(folder)", remedy: "Name the folder of a run")
                }
                return path
            })
        let answer = try ask { database in try HistoryPrune.runs(database, rules, now: now, named: named) }
        guard let runs = answer.value else { return HistoryAnswer(value: nil, notes: answer.notes, refused: 0) }
        for folder in named where !runs.contains(where: { $0.folder == folder }) {
            throw CommandError(what: "\(folder) is no run that the history knows", remedy: "Import it first")
        }
        var (candidates, sealed) = ([HistoryPrune.Candidate](), 0)
        for run in runs {
            let names = Files.names(in: run.folder).filter {
                PrunedFiles.mayGo($0) && Files.kind(of: "\(run.folder)/\($0)") == .regular
            }
            guard !names.isEmpty else { continue }
            guard run.gate.isEmpty || rules.breaksSeals else {
                sealed += 1
                continue
            }
            let bytes = names.reduce(0) { $0 + (Files.size(of: "\(run.folder)/\($1)") ?? 0) }
            candidates.append(
                HistoryPrune.Candidate(
                    folder: run.folder, files: names.sorted(), bytes: bytes, gate: run.gate,
                    document: run.document))
        }
        return HistoryAnswer(
            value: HistoryPrune(candidates: candidates, sealed: sealed), notes: answer.notes, refused: answer.refused)
    }

    /// Deletes the files of one run from its folder, which keeps a list of them.
    ///
    /// The folder must still contain the run that the store knows: a name alone is no reason to delete anything.
    public func prune(
        _ candidate: HistoryPrune.Candidate, program: String, date: String
    ) throws(CommandError) {
        guard RunFolderReading.document(in: candidate.folder) == candidate.document else {
            throw CommandError(
                what: "\(candidate.folder) holds another run than the history knows", remedy: "Import it again")
        }
        var files = PrunedFiles(in: candidate.folder).files
        do {
            for name in candidate.files {
                let path = "\(candidate.folder)/\(name)"
                let file = PrunedFiles.File(
                    name: name, bytes: Files.size(of: path) ?? 0, sha256: try Files.hash(of: path))
                files.removeAll { $0.name == name }
                files.append(file)
            }
        } catch {
            throw CommandError(what: "\(candidate.folder) cannot be read: \(error)", remedy: nil)
        }
        let note = PrunedFiles(
            program: program, date: date, files: files, brokenSeal: candidate.gate.isEmpty ? nil : candidate.gate)
        try note.write(in: candidate.folder)
        for name in candidate.files { Files.remove("\(candidate.folder)/\(name)") }
    }
}

extension HistoryPrune {
    private static let perDay: Int64 = 86_400_000_000_000

    /// Returns the runs whose traces may be deleted, in the order of their folders.
    fileprivate static func runs(
        _ database: Database, _ rules: Rules, now: Int64, named: Set<String>
    ) throws -> [HistoryRun] {
        guard named.isEmpty else {
            return try HistoryRun.filter(named.contains(Column("folder")) && Column("isGone") == false)
                .order(Column("folder")).fetchAll(database)
        }
        // The first run of each scenario, firmware and bench stays, and so do the newest ones; if one failed, all do.
        return try HistoryRun.fetchAll(
            database,
            sql: """
                WITH passed AS (
                    SELECT *, row_number() OVER played AS place, count(*) OVER same AS runs FROM run
                    WHERE verdict = 'passed' AND NOT isGone
                    WINDOW same AS (PARTITION BY scenario, scenarioHash, benchFingerprint, benchVersion, firmwareHash),
                        played AS (same ORDER BY \(StoreSchema.order))
                )
                SELECT * FROM passed
                WHERE place > 1 AND place <= runs - ? AND started != 0 AND started < ? AND NOT EXISTS (
                    SELECT 1 FROM run AS failed WHERE failed.scenario = passed.scenario
                        AND failed.scenarioHash = passed.scenarioHash
                        AND failed.benchFingerprint = passed.benchFingerprint
                        AND failed.benchVersion = passed.benchVersion AND failed.firmwareHash = passed.firmwareHash
                        AND failed.verdict = 'failed'
                )
                ORDER BY folder
                """, arguments: [max(0, rules.newest), now - Int64(max(0, rules.days)) * perDay])
    }
}
