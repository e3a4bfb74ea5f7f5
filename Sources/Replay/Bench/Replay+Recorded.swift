import Journal

extension Replay {
    /// The outcome of the recorded run with its failure, according to its offline replay; nil if that is
    /// inconclusive.
    ///
    /// With another scenario it is inconclusive if the recording does not answer what that scenario sends. With the
    /// run's own scenario it is inconclusive if the replay reaches another verdict than the run.
    func recordedSummary(_ outcome: ReplayOutcome) -> RunSummary? {
        guard isOwnScenario else { return outcome.difference == nil ? outcome.summary : nil }
        guard outcome.divergence != nil, case .verdict(let verdict, _) = script.ending else { return outcome.summary }
        return VerdictKind(verdict) == outcome.summary.verdict.kind ? outcome.summary : nil
    }
}
