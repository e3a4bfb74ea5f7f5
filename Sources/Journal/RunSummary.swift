public import Ground
public import Vocabulary

/// The outcome of a run, for reports.
public struct RunSummary: Hashable, Codable, Sendable {
    public let scenario: String
    public let spot: SourceSpot
    public let rig: String
    public let seed: UInt64
    private var kind: VerdictKind
    /// For the verdict `error`, the code of the fault in the rig or scenario, and the link if known.
    public internal(set) var errorCode: FailureCode?
    public internal(set) var errorLink: LinkID?
    /// The reason for every verdict except `passed`, as one sentence without a full stop.
    public internal(set) var reason: String?
    public internal(set) var failures: [Failure]
    /// The first findings, at most `mostFindings`.
    public internal(set) var findings: [LinkFinding]
    /// The number of findings beyond the limit; nil for none.
    public private(set) var findingsBesides: Int?
    /// Measurements over the whole run: of the rig, of blocks with a limit, and of each accessory.
    public private(set) var measured: [Measured]
    /// The number of events that a person reported by answering the rig's prompts; nil for none.
    public let operatorAnswers: Int?
    /// The number of steps played to their end, and the total number of steps.
    public let stepsPassed: Int
    public let stepsInAll: Int
    /// The rig time from the start of the run to its verdict.
    public let elapsed: Lapse

    /// The maximum number of findings in a summary.
    public static let mostFindings = 1_000

    public init(
        scenario: String, spot: SourceSpot, rig: String, seed: UInt64, verdict: Verdict, reason: String? = nil,
        error: RunError? = nil, failures: [Failure] = [], findings: [LinkFinding] = [], findingsBesides: Int? = nil,
        measured: [Measured] = [], operatorAnswers: Int? = nil, stepsPassed: Int = 0, stepsInAll: Int = 0,
        elapsed: Lapse = .zero
    ) {
        self.scenario = scenario
        self.spot = spot
        self.rig = rig
        self.seed = seed
        kind = verdict.kind
        let skipReason: String? = if case .skipped(let reason) = verdict { reason } else { nil }
        self.reason = reason ?? skipReason ?? error.flatMap { $0.reason.isEmpty ? nil : $0.reason }
        errorCode = error?.code
        errorLink = error?.link
        self.failures = failures
        self.findings = findings
        self.findingsBesides = findingsBesides
        self.measured = measured
        self.operatorAnswers = operatorAnswers
        self.stepsPassed = stepsPassed
        self.stepsInAll = stepsInAll
        self.elapsed = elapsed
    }

    private enum CodingKeys: String, CodingKey {
        case scenario, spot, rig, seed, errorCode, errorLink, reason, failures, findings, findingsBesides, measured
        case operatorAnswers, stepsPassed, stepsInAll, elapsed
        case kind = "verdict"
    }

    public var verdict: Verdict {
        switch kind {
        case .passed: .passed
        case .failed: .failed
        case .error: .error
        case .timedOut: .timedOut
        case .skipped: .skipped(reason: reason ?? "")
        case .aborted: .aborted
        }
    }

    /// Returns the summary with other failures, which have more detail.
    public func telling(_ failures: [Failure]) -> RunSummary {
        var summary = self
        summary.failures = failures
        return summary
    }

    /// Returns the summary as an error.
    public func ending(in error: RunError) -> RunSummary {
        var summary = self
        (summary.kind, summary.reason) = (.error, error.reason)
        (summary.errorCode, summary.errorLink) = (error.code, error.link)
        return summary
    }

    /// Returns the summary with an addition to its reason.
    public func adding(_ why: String) -> RunSummary {
        var summary = self
        summary.reason = [reason, why].compactMap(\.self).joined(separator: "; ")
        return summary
    }

    /// The code of the first failure, or of the reason why there is no verdict on the accessory; nil for a pass.
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

    /// Whether a part of the scenario was not judged, because the rig has no UWB kit.
    public var isPartlyJudged: Bool { findings.contains { $0.finding.code == .withoutKit } }

    /// The number of frames of the run, if recorded.
    public var frames: Int? {
        guard case .count(let count)? = measured.first(where: { $0.what == Measured.frames })?.value else { return nil }
        return count
    }

    /// The meaning of the first failure; nil if nothing failed or no meaning is known.
    public var meaning: String? { failures.first?.meaning }

    /// Returns whether the journal tells the same outcome.
    ///
    /// What was measured after the journal ended may be added. The last frames of a failure are not compared: with the
    /// whole trace, the frames that prove it were chosen and decoded.
    public func agrees(with journaled: RunSummary) -> Bool {
        guard measured.starts(with: journaled.measured) else { return false }
        let bare = { (failures: [Failure]) in failures.map { $0.showing([]) } }
        guard bare(failures) == bare(journaled.failures) else { return false }
        var own = self
        (own.measured, own.failures) = (journaled.measured, journaled.failures)
        return own == journaled
    }

    /// The summary without the figures of accessories.
    public var withoutFigures: RunSummary {
        var summary = self
        summary.measured.removeAll { $0.subject != nil }
        return summary
    }

    /// Returns the summary with another measurement.
    public func measuring(_ more: Measured) -> RunSummary {
        var summary = self
        summary.measured.append(more)
        return summary
    }
}

/// A finding and the link on which it was made.
public struct LinkFinding: Hashable, Codable, Sendable {
    public let link: LinkID
    public let finding: Finding

    public init(link: LinkID, _ finding: Finding) {
        self.link = link
        self.finding = finding
    }
}
