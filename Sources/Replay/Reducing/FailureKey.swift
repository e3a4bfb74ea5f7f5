public import Ground
public import Journal

/// What makes two failures the same one: scenario and verdict, the line that asked for it, the codes, and the link.
///
/// With fewer frames a failure comes a little earlier or later, and words it otherwise; none of that is in here.
public struct FailureKey: Hashable, Sendable {
    public let scenario: String
    public let verdict: Verdict
    /// The line of the scenario that asked for it; nil for what no line asked for.
    public let spot: SourceSpot?
    /// What it means, by the scenario or by what was seen; nil where a recording knew no codes.
    public let code: FailureCode?
    /// What was seen, whatever the scenario says about it.
    public let seenCode: FailureCode?
    /// The link that it is about.
    public let link: String?

    /// Nil for a run in which nothing went wrong, or that was not played to an end.
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
        link = failure?.link ?? summary.errorLink?.description
    }
}
