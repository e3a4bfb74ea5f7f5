public import Ground
public import Journal

/// The identity of a failure: scenario and verdict, the line that required it, the codes, and the link.
///
/// With fewer frames a failure comes a little earlier or later and is worded differently, so neither time nor wording
/// is included.
public struct FailureKey: Hashable, Sendable {
    public let scenario: String
    public let verdict: Verdict
    /// The scenario line that required it; nil if no line did.
    public let spot: SourceSpot?
    /// The meaning of the failure, by the scenario or by the observation; nil if the recording had no codes.
    public let code: FailureCode?
    /// The code of the observation, regardless of the scenario.
    public let seenCode: FailureCode?
    /// The link concerned.
    public let link: LinkID?

    /// Returns nil for a run without a failure or one that was not played to its end.
    public init?(_ summary: RunSummary) {
        switch summary.verdict {
        case .failed, .error, .timedOut: break
        case .passed, .skipped, .aborted: return nil
        }
        scenario = summary.scenario
        verdict = summary.verdict
        let failure = summary.failures.first
        spot = failure?.spot
        code = summary.code
        seenCode = failure?.seenCode ?? summary.errorCode
        link = failure?.link ?? summary.errorLink
    }
}
