public import Ground
public import Journal
import Wording

/// What several runs came to together, and the exit status that follows from it.
public struct RunTally: Sendable {
    /// The name under which a run's summary carries the time from accessory configuration data received to
    /// shareable configuration data handed over.
    public static let turnAround = "turn-around"

    /// The name under which a run's summary carries the rig's own time from a reader's detection of a tag to the
    /// decision where it leads: what the reader and its library took is not in it.
    public static let routeTime = "route: own time"

    /// The name under which a simulated run's summary carries the processor time of its playing, showing it included.
    public static let processorTime = "processor time"

    /// What tells of the rig and not of the accessory: shown to those who want everything.
    static let makersFigures = [turnAround, routeTime, processorTime]

    /// All runs, in the order in which they were counted.
    public private(set) var summaries: [RunSummary] = []
    /// The files that a run left, by its place among all.
    private(set) var evidence: [Int: [String]] = [:]
    /// The places of the runs in which something was wrong with the rig, whatever their verdict.
    public private(set) var faulty: Set<Int> = []
    /// What was to be played; nil where nobody says.
    public var coverage: RunCoverage?
    /// The scenarios whose failure proves what they say it means: they fail for what they saw and not for silence.
    public var proving: Set<String> = []

    public init() {}

    public init(_ summaries: [RunSummary]) { self.summaries = summaries }

    /// Counts a run, with the files that it left.
    public mutating func count(_ summary: RunSummary, evidence files: [String] = [], hadRigFault: Bool = false) {
        if hadRigFault { faulty.insert(summaries.count) }
        if !files.isEmpty { evidence[summaries.count] = files }
        summaries.append(summary)
    }

    /// What is missing of that which is required; nil when nothing is.
    public var shortfall: String? { coverage?.shortfall(in: summaries)?.description }

    /// The reason why a report has an error in addition to its runs: fewer came to a verdict than is required, or none
    /// was played, which ends with `nothingShown`. Nil where the runs themselves say enough.
    var lack: Sentence? {
        if let shortfall = coverage?.shortfall(in: summaries) { return shortfall }
        let isSkipped = summaries.allSatisfy { if case .skipped = $0.verdict { true } else { false } }
        return isSkipped ? .nothingShown(skipped: summaries.count) : nil
    }

    /// That most of what was asked for was not played; nil when it was.
    public var scarcity: String? { coverage?.scarcity(in: summaries)?.description }

    var hasSeveralSeeds: Bool { Set(summaries.map(\.seed)).count > 1 }

    /// The runs that were anything but passed.
    public var notPassed: [RunSummary] { summaries.filter { $0.verdict != .passed } }

    /// Rig time of all runs together.
    public var elapsed: Span { summaries.reduce(.zero) { $0 + $1.elapsed } }

    /// The exit status of the whole command: failed outweighs error, error outweighs aborted, aborted outweighs passed.
    ///
    /// A skipped run weighs nothing, so that a pass beside it counts, but skipped runs alone are not a pass. Less than
    /// what is required is an error.
    public var exitStatus: CommandStatus {
        CommandStatus(of: Set(summaries.map(\.verdict.kind)), isShort: shortfall != nil)
    }

    /// How often each verdict was given, in the order in which reports name them; verdicts never given are left out.
    public var counts: [(verdict: VerdictKind, count: Int)] {
        var counts = Counts()
        for summary in summaries { counts.count(summary.verdict) }
        return counts.list
    }

    /// How often each verdict was given.
    struct Counts: CustomStringConvertible {
        private var counts: [VerdictKind: Int] = [:]

        mutating func count(_ verdict: Verdict) { counts[verdict.kind, default: 0] += 1 }

        var total: Int { list.reduce(0) { $0 + $1.count } }

        var list: [(verdict: VerdictKind, count: Int)] {
            VerdictKind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
        }

        var description: String { Sentence.counts(list).description }
    }

    /// Least, middle and greatest of all spans measured under this name, and how many there were; nil without any.
    public func spread(of what: String) -> SpanStatistics? {
        let spans = summaries.flatMap(\.measured).compactMap { measured -> (Span, Int)? in
            guard measured.what == what, case .span(let span) = measured.value else { return nil }
            return (span, measured.times ?? 1)
        }
        return SpanStatistics(counting: spans)
    }
}

/// What the command's exit status tells; a usage error is 64 and comes from the argument parser.
public enum CommandStatus: Int32, Hashable, Sendable {
    /// At least one run passed, and all others were skipped.
    case passed = 0
    /// At least one scenario failed.
    case failed = 1
    /// No scenario failed, but the rig was wrong or a run took too long.
    case rigWrong = 3
    /// Nothing failed and nothing can be called passed: all skipped, none selected, or aborted.
    case nothingShown = 4

    /// The status of runs with these verdicts; `isShort` where they are fewer than what is required.
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

/// Least, middle and greatest of some spans.
public struct SpanStatistics: Hashable, Sendable {
    public let least: Span
    /// Of an even number of spans, the mean of the two in the middle.
    public let median: Span
    public let greatest: Span
    public let count: Int

    /// Nil when there is nothing to look at.
    public init?(_ spans: [Span]) { self.init(counting: spans.map { ($0, 1) }) }

    /// The same of spans that came several times.
    init?(counting spans: [(span: Span, times: Int)]) {
        let sorted = spans.filter { $0.times > 0 }.sorted { $0.span < $1.span }
        guard let first = sorted.first, let last = sorted.last else { return nil }
        count = sorted.reduce(0) { $0 + $1.times }
        let upper = Self.span(count / 2, in: sorted)
        let lower = Self.span((count - 1) / 2, in: sorted)
        least = first.span
        median = lower + Span(nanoseconds: (upper - lower).nanoseconds / 2)
        greatest = last.span
    }

    /// The span with this place among all.
    private static func span(_ place: Int, in sorted: [(span: Span, times: Int)]) -> Span {
        var left = place
        for (span, times) in sorted {
            if left < times { return span }
            left -= times
        }
        return sorted.last?.span ?? .zero
    }
}
