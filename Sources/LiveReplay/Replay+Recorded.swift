import Journal
import Replay

extension Replay {
    /// What the recorded run came to, with its failure, as its offline replay has it; nil where that says nothing.
    ///
    /// Of another scenario's verdict it says nothing where the recording does not answer what that asks. Of the run's
    /// own it does not where the replay comes to another verdict than the run.
    func recordedSummary(_ outcome: ReplayOutcome) -> RunSummary? {
        guard isOwnScenario else { return outcome.difference == nil ? outcome.summary : nil }
        guard outcome.divergence != nil, case .verdict(let verdict, _) = script.ending else { return outcome.summary }
        return VerdictKind(verdict) == outcome.summary.verdict.kind ? outcome.summary : nil
    }
}
