public import Ground
import Vocabulary

/// What a run came to, for reports.
public struct RunSummary: Hashable, Codable, Sendable {
    public let scenario: String
    public let spot: SourceSpot
    public let rig: String
    public let seed: UInt64
    public let verdict: Verdict
    /// Why, for every verdict but `passed`: one sentence without its full stop.
    public let reason: String?
    public private(set) var failures: [Failure]
    /// The first ones, `mostFindings` at most.
    public let findings: [LinkFinding]
    /// How many there were besides; nil for none.
    public let findingsBesides: Int?
    /// Measured over the whole run: turn-around, frames.
    public let measured: [Measured]
    /// How many steps were played to their end, of how many.
    public let stepsPassed: Int
    public let stepsInAll: Int
    /// From the start of the run to its verdict, in rig time.
    public let elapsed: Span

    /// How many findings a summary has at most.
    public static let mostFindings = 1_000

    public init(
        scenario: String, spot: SourceSpot, rig: String, seed: UInt64, verdict: Verdict, reason: String? = nil,
        failures: [Failure] = [], findings: [LinkFinding] = [], findingsBesides: Int? = nil, measured: [Measured] = [],
        stepsPassed: Int = 0, stepsInAll: Int = 0, elapsed: Span = .zero
    ) {
        self.scenario = scenario
        self.spot = spot
        self.rig = rig
        self.seed = seed
        self.verdict = verdict
        self.reason = reason
        self.failures = failures
        self.findings = findings
        self.findingsBesides = findingsBesides
        self.measured = measured
        self.stepsPassed = stepsPassed
        self.stepsInAll = stepsInAll
        self.elapsed = elapsed
    }

    /// The same with failures that tell more.
    public func telling(_ failures: [Failure]) -> RunSummary {
        var summary = self
        summary.failures = failures
        return summary
    }

    /// The code of the first failure, or of why there is no verdict on the accessory; nil for a pass.
    public var code: FailureCode? {
        if let failure = failures.first { return failure.code }
        return switch verdict {
        case .passed: nil
        case .failed: Failure.uncoded
        case .error: "run.error"
        case .timedOut: "run.timedOut"
        case .skipped: "run.skipped"
        case .aborted: "run.aborted"
        }
    }

    /// What the first failure means; nil where nothing failed or nothing says it.
    public var meaning: String? { failures.first?.meaning }

    /// The same with one more thing that was measured.
    public func measuring(_ more: Measured) -> RunSummary {
        RunSummary(
            scenario: scenario, spot: spot, rig: rig, seed: seed, verdict: verdict, reason: reason, failures: failures,
            findings: findings, findingsBesides: findingsBesides, measured: measured + [more],
            stepsPassed: stepsPassed, stepsInAll: stepsInAll, elapsed: elapsed)
    }

    /// The same in no more room than a summary takes now: traces from before that have every span and finding.
    public var bounded: RunSummary {
        var names: [String] = []
        var tallies: [String: SpanTally] = [:]
        var counted: [String: [Measured]] = [:]
        var others: [Measured] = []
        for one in measured {
            guard case .span(let span) = one.value, one.limit == nil else {
                others.append(one)
                continue
            }
            if tallies[one.what] == nil, counted[one.what] == nil { names.append(one.what) }
            if one.times == nil {
                tallies[one.what, default: SpanTally()].add(span)
            } else {
                counted[one.what, default: []].append(one)
            }
        }
        let besides = findings.count - Self.mostFindings
        return RunSummary(
            scenario: scenario, spot: spot, rig: rig, seed: seed, verdict: verdict, reason: reason, failures: failures,
            findings: Array(findings.prefix(Self.mostFindings)),
            findingsBesides: besides > 0 ? besides : findingsBesides,
            measured: names.flatMap { (tallies[$0]?.measured($0) ?? []) + (counted[$0] ?? []) } + others,
            stepsPassed: stepsPassed, stepsInAll: stepsInAll, elapsed: elapsed)
    }
}

/// A finding, and the link on which it was made.
public struct LinkFinding: Hashable, Codable, Sendable {
    public let link: String
    public let finding: Finding

    public init(link: String, _ finding: Finding) {
        self.link = link
        self.finding = finding
    }
}
