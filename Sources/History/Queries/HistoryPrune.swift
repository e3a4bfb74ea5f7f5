import Attestation
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
        let document: [UInt8]
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

/// A run that may be pruned, with the values that decide.
private struct PrunableRun {
    let folder: String
    let row: RunRow
    let gate: String
}

extension HistoryStore {
    /// Returns what may be pruned on a date, by the rules or by name; asking deletes nothing.
    ///
    /// The date is in UTC: `2026-11-22T18:33:55Z`. If folders are given, only those are considered, whatever the
    /// results of their runs.
    public func prunable(
        _ rules: HistoryPrune.Rules, at date: String, named folders: [String] = []
    ) throws(CommandTrouble) -> HistoryAnswer<HistoryPrune> {
        guard let now = UTCDate(date)?.nanoseconds else {
            throw CommandTrouble(what: "'\(date)' is no date", remedy: nil)
        }
        let named = try Set(
            folders.map { (folder) throws(CommandTrouble) in
                guard let path = Files.absolute(folder) else {
                    throw CommandTrouble(what: "there is nothing at \(folder)", remedy: "Name the folder of a run")
                }
                return path
            })
        let answer = try ask { database in try PruneQuestion(database).runs(rules, now: now, named: named) }
        guard let runs = answer.value else { return HistoryAnswer(value: nil, notes: answer.notes, refused: 0) }
        for folder in named where !runs.contains(where: { $0.folder == folder }) {
            throw CommandTrouble(what: "\(folder) is no run that the history knows", remedy: "Import it first")
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
                    document: run.row.document.bytes))
        }
        return HistoryAnswer(
            value: HistoryPrune(candidates: candidates, sealed: sealed), notes: answer.notes, refused: answer.refused)
    }

    /// Deletes the files of one run from its folder, which keeps a list of them.
    ///
    /// The folder must still contain the run that the store knows: a name alone is no reason to delete anything.
    public func prune(
        _ candidate: HistoryPrune.Candidate, program: String, date: String
    ) throws(CommandTrouble) {
        guard RunFolderReading.document(in: candidate.folder)?.bytes == candidate.document else {
            throw CommandTrouble(
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
            throw CommandTrouble(what: "\(candidate.folder) cannot be read: \(error)", remedy: nil)
        }
        let note = PrunedFiles(
            program: program, date: date, files: files, brokenSeal: candidate.gate.isEmpty ? nil : candidate.gate)
        try note.write(in: candidate.folder)
        for name in candidate.files { Files.remove("\(candidate.folder)/\(name)") }
    }
}

/// Finds the runs whose traces may be deleted.
private struct PruneQuestion {
    private static let perDay: Int64 = 86_400_000_000_000

    private struct Key: Hashable {
        let scenario: Int64
        let firmware: Int64
        let bench: Int64
    }

    private let database: Database
    private let contents: StoreContents

    init(_ database: Database) throws {
        self.database = database
        var contents = try StoreContents(database)
        try contents.readPlaces(database)
        self.contents = contents
    }

    func runs(_ rules: HistoryPrune.Rules, now: Int64, named: Set<String>) throws -> [PrunableRun] {
        let failed = try groupsWithFailures()
        var groups: [Key: [PrunableRun]] = [:]
        var chosen: [PrunableRun] = []
        try database.each("SELECT \(RunRow.columns) FROM run WHERE run.gone = 0") { row in
            let run = try RunRow(row)
            let gate = try run.gate.map { try StoreContents.named($0, in: contents.gates) } ?? ""
            let found = PrunableRun(folder: try contents.folder(of: run), row: run, gate: gate)
            if named.contains(found.folder) { chosen.append(found) }
            guard named.isEmpty, run.verdict == StoreCodes.number(of: .passed) else { return }
            groups[Key(scenario: run.scenario, firmware: run.firmware, bench: run.bench), default: []].append(found)
        }
        guard named.isEmpty else { return chosen.sorted { $0.folder < $1.folder } }
        let youngest = now - Int64(max(0, rules.days)) * Self.perDay
        for (key, runs) in groups where !failed.contains(key) {
            let sorted = runs.sorted { RunRow.isBefore($0.row, $1.row) }
            // The first run with a firmware stays, and so do the newest ones.
            let old = sorted.dropLast(max(0, rules.newest)).dropFirst()
            chosen += old.filter { $0.row.started != 0 && $0.row.started < youngest }
        }
        return chosen.sorted { $0.folder < $1.folder }
    }

    private func groupsWithFailures() throws -> Set<Key> {
        var keys: Set<Key> = []
        let failed = StoreCodes.number(of: .failed)
        try database.each("SELECT scenario, firmware, bench FROM tally WHERE verdict = ?", [failed]) { row in
            keys.insert(
                Key(scenario: try row.number(0), firmware: try row.number(1), bench: try row.number(2)))
        }
        return keys
    }
}
