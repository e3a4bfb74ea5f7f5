import Diagnosis
import Evidence
import Ground
import Journal
import Reports
import Wording

/// What the page of all runs tells, as values: the runs of one folder or of several, and what they came to together.
struct SuiteContent: Sendable {
    /// The folders, as they were named.
    let folders: [String]
    /// Their own names.
    let names: [String]
    private(set) var runs: [PageRun]
    /// Runs that are counted and have no row, by verdict.
    private let besides: [VerdictKind: Int]
    private let records: [SuiteRecord]
    /// What the folders lack or have too much, as sentences without full stops.
    private var remarks: [String]
    /// Whether runs may be missing of which nothing here tells.
    private let mayLackRuns: Bool

    /// Of folders as they were left; runs without one follow those with one.
    init(_ suites: [LeftSuite]) {
        folders = suites.map(\.folder)
        names = suites.map(\.name)
        records = suites.compactMap(\.record)
        var runs: [PageRun] = []
        var besides: [VerdictKind: Int] = [:]
        var remarks: [String] = []
        var mayLackRuns = false
        for suite in suites {
            let unkept = Dictionary(
                (suite.record?.unkept ?? []).map { ($0.number, $0.summary) }, uniquingKeysWith: { first, _ in first })
            for left in suite.runs {
                let shown = suite.isOneRun ? suite.folder : "\(suite.folder)/\(left.name)"
                runs.append(
                    PageRun(runs.count + 1, left, shownAs: shown, told: left.number.flatMap { unkept[$0] }))
            }
            let numbers = Set(suite.runs.compactMap(\.number))
            for one in suite.record?.unkept ?? [] where !numbers.contains(one.number) {
                // Nobody can show that it passed.
                let summary =
                    one.summary.verdict == .passed
                    ? one.summary.ending(in: RunError("evidence.contradicts", Sentence.runHasNoVerdict.description))
                    : one.summary
                runs.append(PageRun(runs.count + 1, summary))
            }
            let listed = suite.record.map { $0.unkept.count { !numbers.contains($0.number) } } ?? 0
            let others = suite.record?.besides.values.reduce(0, +) ?? 0
            let told = suite.record?.runs ?? (suite.isOneRun ? 1 : .max)
            mayLackRuns = mayLackRuns || suite.trouble != nil || told > suite.runs.count + listed + others
            besides.merge(suite.record?.besides ?? [:]) { $0 + $1 }
            if let trouble = suite.trouble {
                remarks.append("\(suite.folder): \(trouble)")
            } else if suite.record == nil, !suite.isOneRun {
                remarks.append("\(suite.folder): \(Sentence.hasNoRecord)")
            }
        }
        (self.runs, self.besides, self.remarks) = (runs, besides, remarks)
        self.mayLackRuns = mayLackRuns
    }

    /// Changes one run.
    mutating func change(_ place: Int, _ change: (inout PageRun) -> Void) { change(&runs[place]) }

    /// What runs came to that are listed, and with them those that are not.
    var counts: [(verdict: VerdictKind, count: Int)] {
        var counts = besides
        for run in runs { counts[run.summary.verdict.kind, default: 0] += 1 }
        return VerdictKind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }.filter { $0.1 > 0 }
    }

    var count: Int { counts.reduce(0) { $0 + $1.count } }

    var elapsed: Span { runs.reduce(.zero) { $0 + $1.summary.elapsed } }

    /// The exit status that follows from what is there.
    ///
    /// Where runs may be missing, or a command itself did not end well, the others that passed show nothing.
    var status: CommandStatus {
        let shown = CommandStatus(of: Set(counts.map(\.verdict)), isShort: !shortfalls.isEmpty)
        guard shown == .passed else { return shown }
        let told = records.compactMap { CommandStatus(rawValue: $0.status) ?? .nothingShown }
        if let worse = [CommandStatus.failed, .rigWrong, .nothingShown].first(where: told.contains) { return worse }
        return mayLackRuns ? .nothingShown : .passed
    }

    /// What of each folder is missing that was required.
    var shortfalls: [String] {
        guard records.count == 1 else {
            // Of several folders nobody knows which run is whose any more: their own words count.
            return records.filter { $0.status == CommandStatus.rigWrong.rawValue }.compactMap { tally($0).shortfall }
        }
        return records.compactMap { tally($0).shortfall }
    }

    private func tally(_ record: SuiteRecord) -> RunTally {
        var tally = RunTally(runs.map(\.summary))
        tally.coverage = record.coverage
        return tally
    }

    /// What is to be said before anything else, as sentences without full stops.
    var complaints: [String] {
        var complaints = remarks + shortfalls
        if let record = records.first, records.count == 1, folders.count == 1 {
            if record.status != status.rawValue {
                complaints.append(Sentence.recordIsOtherwise(record.status, status.rawValue).description)
            }
            if record.runs != count { complaints.append(Sentence.runsAreOthers(record.runs, count).description) }
            if let scarcity = tally(record).scarcity { complaints.append(scarcity) }
        }
        return complaints
    }

    /// What was not played because the rig cannot: the reason, and the scenarios.
    var leftOut: [(reason: String, scenarios: [String])] {
        var groups: [(reason: String, scenarios: [String])] = []
        var places: [String: Int] = [:]
        for left in records.flatMap({ $0.coverage?.leftOut ?? [] }) {
            if let place = places[left.reason] {
                groups[place].scenarios.append(left.scenario)
            } else {
                places[left.reason] = groups.count
                groups.append((left.reason, [left.scenario]))
            }
        }
        return groups
    }

    /// What no verdict here says anything of, each once.
    var unjudged: [String] {
        records.flatMap { $0.coverage?.unjudged ?? [] }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What a rig lacked, so that nothing was begun on it.
    var lacks: [SuiteRecord.Lack] { records.flatMap(\.lacks) }

    /// With what the runs were played, each once.
    var provenances: [Provenance] {
        var known: Set<String> = []
        let all = records.map(\.provenance) + (records.isEmpty ? runs.compactMap { $0.reading?.provenance } : [])
        return all.filter { known.insert("\($0.program) \($0.host) \($0.rig) \($0.overrides)").inserted }
    }

    /// The runs of these verdicts, in their order.
    func runs(of verdicts: VerdictKind...) -> [PageRun] {
        runs.filter { verdicts.contains($0.summary.verdict.kind) }
    }

    /// The diagnosis in the words of `trammel diagnose`; empty where nothing failed.
    var diagnosis: [String] {
        guard counts.contains(where: { $0.verdict == .failed }) else { return [] }
        let unreadable = runs.count(where: \.isUnreadable)
        guard unreadable == 0 else { return [Sentence.undiagnosed(unreadable).description] }
        let readings = runs.compactMap(\.reading)
        let unended = runs.count { $0.reading == nil && $0.folder != nil }
        let diagnosis = Diagnosis(of: SuitePattern(readings, unended: unended), by: .shipped)
        return DiagnosisText(diagnosis, of: readings).lines
    }
}
