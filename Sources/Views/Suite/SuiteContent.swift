import Diagnosis
import Evidence
import Ground
import Journal
import Reports
import Wording

/// The content of the page of all runs, as values: the runs of one or several folders, and their joint result.
struct SuiteContent: Sendable {
    /// The folders, as they were named.
    let folders: [String]
    /// The folders' own names.
    let names: [String]
    private(set) var runs: [PageRun]
    /// The number of runs that are counted without a row, by verdict.
    private let besides: [VerdictKind: Int]
    private let records: [SuiteRecord]
    /// Missing or unexpected items in the folders, as sentences without full stops.
    private var remarks: [String]
    /// Whether runs may be missing without a trace of them here.
    private let mayLackRuns: Bool

    /// Reads folders as they were left; runs without a folder follow those with one.
    init(_ suites: [SuiteFolder]) {
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
                // Nothing shows that it passed.
                let summary =
                    one.summary.verdict == .passed
                    ? one.summary.ending(in: RunError("evidence.contradicts", Sentence.runHasNoVerdict.description))
                    : one.summary
                runs.append(PageRun(runs.count + 1, summary))
            }
            let listed = suite.record.map { $0.unkept.count { !numbers.contains($0.number) } } ?? 0
            let others = suite.record?.besides.values.reduce(0) { $0 + Int($1) } ?? 0
            let told = suite.record?.runs ?? (suite.isOneRun ? 1 : .max)
            mayLackRuns = mayLackRuns || suite.trouble != nil || told > suite.runs.count + listed + others
            for (kind, count) in suite.record?.besides ?? [:] { besides[kind, default: 0] += Int(count) }
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

    /// The verdict counts of listed and unlisted runs.
    var counts: [(verdict: VerdictKind, count: Int)] {
        var counts = besides
        for run in runs { counts[run.summary.verdict.kind, default: 0] += 1 }
        return VerdictKind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }.filter { $0.1 > 0 }
    }

    var count: Int { counts.reduce(0) { $0 + $1.count } }

    var elapsed: Lapse { runs.reduce(.zero) { $0 + $1.summary.elapsed } }

    /// The exit status for the runs that are present.
    ///
    /// If runs may be missing, or a command itself did not end well, the passed runs prove nothing.
    var status: CommandStatus {
        let shown = statusOfRuns
        guard shown == .passed else { return shown }
        let told = records.compactMap { CommandStatus(rawValue: $0.status) ?? .nothingShown }
        if let worse = [CommandStatus.failed, .rigWrong, .nothingShown].first(where: told.contains) { return worse }
        return mayLackRuns ? .nothingShown : .passed
    }

    /// The exit status for the runs alone, whatever the commands reported.
    private var statusOfRuns: CommandStatus {
        CommandStatus(of: Set(counts.map(\.verdict)), isShort: !shortfalls.isEmpty)
    }

    /// The shortfall of each folder from its requirement.
    var shortfalls: [String] {
        guard records.count == 1 else {
            // With several folders, runs can no longer be assigned to one, so the commands' own statuses count.
            return records.filter { $0.status == CommandStatus.rigWrong.rawValue }.compactMap { tally($0).shortfall }
        }
        return records.compactMap { tally($0).shortfall }
    }

    private func tally(_ record: SuiteRecord) -> RunTally {
        var tally = RunTally(runs.map(\.summary))
        tally.coverage = record.coverage
        return tally
    }

    /// The most important remarks, as sentences without full stops.
    var complaints: [String] {
        let scarcity = records.count == 1 && folders.count == 1 ? records.first.flatMap { tally($0).scarcity } : nil
        return remarks + shortfalls + mismatches + [scarcity].compactMap(\.self)
    }

    /// The differences between the runs in a folder and the command's own record of them, as sentences without full
    /// stops: something was changed, added or removed.
    var mismatches: [String] {
        guard let record = records.first, records.count == 1, folders.count == 1 else { return [] }
        var mismatches: [Sentence] = []
        let seen = [statusOfRuns, status].map(\.rawValue).first { $0 != record.status }
        if let seen { mismatches.append(.recordIsOtherwise(record.status, seen)) }
        let told = record.verdictCounts
        if record.runs != count {
            mismatches.append(.runsAreOthers(record.runs, count))
        } else if let told, !told.elementsEqual(counts, by: { $0 == $1 }) {
            mismatches.append(.verdictsAreOthers(told, counts))
        }
        let own = record.provenance
        let others = runs.compactMap(\.record).filter { one in
            (one.summary.rig, one.provenance.overrides) != (own.rig, own.overrides)
        }
        if let other = others.first {
            mismatches.append(
                .portsAreOthers(others.count, other.summary.scenario, with: other.provenance, not: own))
        }
        return mismatches.map(\.description)
    }

    /// The scenarios that the rig cannot play, grouped by reason.
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

    /// The aspects that no verdict here covers, without duplicates.
    var unjudged: [String] {
        let partly = runs.count { $0.summary.verdict == .passed && $0.summary.isPartlyJudged }
        return
            ([Sentence.partlyJudged(partly)?.description].compactMap(\.self)
            + records.flatMap { $0.coverage?.unjudged ?? [] })
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The rig's missing parts, because of which nothing was started on it.
    var lacks: [SuiteRecord.Lack] { records.flatMap(\.lacks) }

    /// The conditions under which the runs were played, without duplicates.
    var provenances: [Provenance] {
        var known: Set<String> = []
        let all = records.map(\.provenance) + (records.isEmpty ? runs.compactMap { $0.record?.provenance } : [])
        return all.filter { known.insert("\($0.program) \($0.host) \($0.rig) \($0.overrides)").inserted }
    }

    /// Returns the runs with these verdicts, in order.
    func runs(of verdicts: VerdictKind...) -> [PageRun] {
        runs.filter { verdicts.contains($0.summary.verdict.kind) }
    }

    /// The meaning that all failures have; nil if they differ, or some are not here or doubtful.
    var sharedMeaning: String? {
        let failed = runs(of: .failed)
        guard besides[.failed] == nil, failed.allSatisfy({ $0.record?.faults.entries.isEmpty == true }) else {
            return nil
        }
        return FailureGroups.sharedMeaning(of: failed.map(\.summary))
    }

    /// The likely cause, and the diagnosis in the words of `trammel diagnose`; empty if nothing failed.
    var diagnosis: (cause: LikelyCause?, lines: [String]) {
        guard counts.contains(where: { $0.verdict == .failed }) else { return (nil, []) }
        let unreadable = runs.count(where: \.isUnreadable)
        guard unreadable == 0 else { return (nil, [Sentence.undiagnosed(unreadable).description]) }
        let ended = runs.compactMap(\.record)
        let unended = runs.count { $0.record == nil && $0.folder != nil }
        let diagnosis = DiagnosisText(
            Diagnosis(of: SuitePattern(ended, unended: unended), by: .shipped), of: ended, program: Program.command)
        // Runs of several benches may be of several accessories, which have no cause in common.
        let benches = Set(ended.map { [$0.provenance.host, $0.summary.rig] + $0.provenance.overrides })
        return (benches.count == 1 ? diagnosis.cause() : nil, diagnosis.lines)
    }
}
