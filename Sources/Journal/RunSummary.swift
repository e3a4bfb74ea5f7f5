public import Ground
import Vocabulary

/// What a run came to, for reports.
public struct RunSummary: Hashable, Codable, Sendable {
    public let scenario: String
    public let spot: SourceSpot
    public let rig: String
    public let seed: UInt64
    public private(set) var verdict: Verdict
    /// For the verdict `error`, the code of what was wrong with the rig or the scenario, and the link, where known.
    public private(set) var errorCode: FailureCode?
    public private(set) var errorLink: LinkID?
    /// Why, for every verdict but `passed`: one sentence without its full stop.
    public private(set) var reason: String?
    public private(set) var failures: [Failure]
    /// The first ones, `mostFindings` at most.
    public private(set) var findings: [LinkFinding]
    /// How many more there were; nil for none.
    public private(set) var findingsBesides: Int?
    /// Measured over the whole run: turn-around, frames.
    public private(set) var measured: [Measured]
    /// How many steps were played to their end, of how many.
    public let stepsPassed: Int
    public let stepsInAll: Int
    /// From the start of the run to its verdict, in rig time.
    public let elapsed: Span

    /// How many findings a summary has at most.
    public static let mostFindings = 1_000

    public init(
        scenario: String, spot: SourceSpot, rig: String, seed: UInt64, verdict: Verdict, reason: String? = nil,
        error: RunError? = nil, failures: [Failure] = [], findings: [LinkFinding] = [], findingsBesides: Int? = nil,
        measured: [Measured] = [],
        stepsPassed: Int = 0, stepsInAll: Int = 0, elapsed: Span = .zero
    ) {
        self.scenario = scenario
        self.spot = spot
        self.rig = rig
        self.seed = seed
        self.verdict = verdict
        self.reason = reason ?? error.flatMap { $0.reason.isEmpty ? nil : $0.reason }
        errorCode = error?.code
        errorLink = error?.link
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

    /// The same as an error.
    public func ending(in error: RunError) -> RunSummary {
        var summary = self
        (summary.verdict, summary.reason) = (.error, error.reason)
        (summary.errorCode, summary.errorLink) = (error.code, error.link)
        return summary
    }

    /// The same with something more to say about why.
    public func adding(_ why: String) -> RunSummary {
        var summary = self
        summary.reason = [reason, why].compactMap(\.self).joined(separator: "; ")
        return summary
    }

    /// The code of the first failure, or of why there is no verdict on the accessory; nil for a pass.
    public var code: FailureCode? {
        if let failure = failures.first { return failure.code }
        return switch verdict {
        case .passed: nil
        case .failed: Failure.uncoded
        case .error: errorCode ?? "run.error"
        case .timedOut: "run.timedOut"
        case .skipped: "run.skipped"
        case .aborted: "run.aborted"
        }
    }

    /// What the first failure means; nil where nothing failed or nothing says it.
    public var meaning: String? { failures.first?.meaning }

    /// The same with one more thing that was measured.
    public func measuring(_ more: Measured) -> RunSummary {
        var summary = self
        summary.measured.append(more)
        return summary
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
        var summary = self
        summary.findings = Array(findings.prefix(Self.mostFindings))
        summary.findingsBesides = besides > 0 ? besides : findingsBesides
        summary.measured = names.flatMap { (tallies[$0]?.measured($0) ?? []) + (counted[$0] ?? []) } + others
        return summary
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
