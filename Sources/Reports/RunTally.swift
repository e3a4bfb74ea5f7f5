public import Ground
public import Journal
import Wording

/// The joint result of several runs, and the resulting exit status.
public struct RunTally: Sendable {
    /// All runs, in the order in which they were counted.
    public private(set) var summaries: [RunSummary] = []
    /// The files that a run left, by its index among all.
    private(set) var evidence: [Int: [String]] = [:]
    /// The indices of the runs with a rig fault, whatever their verdict.
    public private(set) var faulty: Set<Int> = []
    /// The planned coverage; nil if unknown.
    public var coverage: RunCoverage?
    /// The scenarios whose failure proves its meaning: they fail on an observation rather than on silence.
    public var proving: Set<String> = []
    /// The likely cause of the failures; nil if none is known.
    public var cause: LikelyCause?

    public init() {}

    public init(_ summaries: [RunSummary]) { self.summaries = summaries }

    /// Counts a run, with the files that it left.
    public mutating func count(_ summary: RunSummary, evidence files: [String] = [], hadRigFault: Bool = false) {
        if hadRigFault { faulty.insert(summaries.count) }
        if !files.isEmpty { evidence[summaries.count] = files }
        summaries.append(summary)
    }

    /// The shortfall from the requirement; nil for none.
    public var shortfall: String? { coverage?.shortfall(in: summaries)?.description }

    /// The reason a report has an error in addition to its runs: fewer were judged than required, or none was played,
    /// which ends with `nothingShown`. Nil if the runs themselves suffice.
    var lack: Sentence? {
        if let shortfall = coverage?.shortfall(in: summaries) { return shortfall }
        let isSkipped = summaries.allSatisfy { if case .skipped = $0.verdict { true } else { false } }
        return isSkipped ? .nothingShown(skipped: summaries.count) : nil
    }

    /// The remark that most of the selection was not played; nil if it was.
    public var scarcity: String? { coverage?.scarcity(in: summaries)?.description }

    /// The remark that runs passed without their measurements; nil if none did.
    var partlyJudged: String? {
        Sentence.partlyJudged(summaries.count { $0.verdict == .passed && $0.isPartlyJudged })?.description
    }

    /// Returns whether the likely cause explains the failure of the run with this index.
    func isExplained(_ place: Int) -> Bool {
        !faulty.contains(place) && cause?.explains(summaries[place]) ?? false
    }

    /// The index of the failure that shows the likely cause best; nil if there is none.
    var best: Int? {
        let explained = summaries.indices.filter(isExplained)
        return cause?.best(of: explained.map { summaries[$0] }).map { explained[$0] }
    }

    /// The meaning that all failures have; nil if they differ, or the rig had a fault in one of them.
    var sharedMeaning: String? {
        let failed = summaries.indices.filter { summaries[$0].verdict == .failed }
        guard cause == nil, faulty.isDisjoint(with: failed) else { return nil }
        return FailureGroups.sharedMeaning(of: failed.map { summaries[$0] })
    }

    /// Returns the likely cause of the failures of the runs with these indices as a line; nil if it does not explain
    /// them all.
    func cause(of places: [Int]) -> String? {
        guard let cause, places.allSatisfy(isExplained) else { return nil }
        return cause.brief
    }

    var hasSeveralSeeds: Bool { Set(summaries.map(\.seed)).count > 1 }

    /// The rig time of all runs together.
    public var elapsed: Lapse { summaries.reduce(.zero) { $0 + $1.elapsed } }

    /// The exit status of the whole command: failed outweighs error, error outweighs aborted, aborted outweighs
    /// passed.
    ///
    /// A skipped run has no weight: a pass beside it counts, but skipped runs alone are not a pass. Falling short of
    /// the requirement is an error.
    public var exitStatus: CommandStatus {
        CommandStatus(of: Set(summaries.map(\.verdict.kind)), isShort: shortfall != nil)
    }

    /// The number of runs per verdict, in the order used by reports; verdicts never given are left out.
    public var counts: [(verdict: VerdictKind, count: Int)] {
        var counts = Counts()
        for summary in summaries { counts.count(summary.verdict) }
        return counts.list
    }

    /// The number of runs per verdict.
    struct Counts: CustomStringConvertible {
        private var counts: [VerdictKind: Int] = [:]

        mutating func count(_ verdict: Verdict) { counts[verdict.kind, default: 0] += 1 }

        var total: Int { list.reduce(0) { $0 + $1.count } }

        var list: [(verdict: VerdictKind, count: Int)] {
            VerdictKind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
        }

        var description: String { Sentence.counts(list).description }
    }

    /// Returns the least, median and greatest of all spans measured under this name, and their number; nil if there
    /// are none.
    public func spread(of name: String) -> SpanStatistics? {
        SpanStatistics(summaries.flatMap(\.measured).filter { $0.name == name })
    }
}

/// The meaning of the command's exit status; a usage error is 64 and comes from the argument parser.
public enum CommandStatus: Int32, Hashable, Sendable {
    /// At least one run passed, and all others were skipped.
    case passed = 0
    /// At least one scenario failed.
    case failed = 1
    /// No scenario failed, but the rig was at fault or a run took too long.
    case rigWrong = 3
    /// Nothing failed, but nothing passed: all skipped, none selected, or aborted.
    case nothingShown = 4

    /// Creates the status for runs with these verdicts; `isShort` is whether there are fewer than required.
    public init(of verdicts: Set<VerdictKind>, isShort: Bool) {
        self =
            if verdicts.contains(.failed) {
                .failed
            } else if verdicts.contains(.error) || verdicts.contains(.timedOut) || isShort {
                .rigWrong
            } else if verdicts.contains(.aborted) {
                .nothingShown
            } else {
                verdicts.contains(.passed) ? .passed : .nothingShown
            }
    }
}

/// The least, median and greatest of some spans.
public struct SpanStatistics: Hashable, Sendable {
    public let least: Lapse
    /// The median; for an even number of spans, the mean of the two in the middle.
    public let median: Lapse
    public let greatest: Lapse
    public let count: Int

    /// Creates the statistics of measured spans; nil if there are none.
    init?(_ measured: [Measured]) {
        self.init(
            counting: measured.compactMap { measured in
                guard case .span(let span) = measured.value else { return nil }
                return (span, measured.times ?? 1)
            })
    }

    /// Returns nil if there are no spans.
    public init?(_ spans: [Lapse]) { self.init(counting: spans.map { ($0, 1) }) }

    /// Creates the statistics of spans that occurred several times.
    init?(counting spans: [(span: Lapse, times: Int)]) {
        let sorted = spans.filter { $0.times > 0 }.sorted { $0.span < $1.span }
        guard let first = sorted.first, let last = sorted.last else { return nil }
        count = sorted.reduce(0) { $0 + $1.times }
        let upper = Self.span(count / 2, in: sorted)
        let lower = Self.span((count - 1) / 2, in: sorted)
        least = first.span
        median = lower + Lapse(nanoseconds: (upper - lower).nanoseconds / 2)
        greatest = last.span
    }

    /// Returns the span at an index among all.
    private static func span(_ place: Int, in sorted: [(span: Lapse, times: Int)]) -> Lapse {
        var left = place
        for (span, times) in sorted {
            if left < times { return span }
            left -= times
        }
        return sorted.last?.span ?? .zero
    }
}
