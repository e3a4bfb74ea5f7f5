public import Journal

extension RunEvidence {
    /// Ends like `end`, whatever the disk does: gives what is left of the run, and why where its evidence is not kept.
    public func settle(_ summary: RunSummary) -> (summary: RunSummary, trouble: CommandTrouble?) {
        do throws(CommandTrouble) {
            try end(with: summary)
            return (summary, nil)
        } catch {
            let left = summary.withoutEvidence(because: error)
            leave(left)
            return (left, error)
        }
    }
}

extension RunSummary {
    /// What is left of a run whose evidence could not be kept: a failure stays one, and nothing passes.
    fileprivate func withoutEvidence(because trouble: CommandTrouble) -> RunSummary {
        let lost = "the evidence could not be kept: \(trouble.what)"
        let verdict: Verdict =
            switch self.verdict {
            case .passed, .skipped: .error
            case .failed, .error, .timedOut, .aborted: self.verdict
            }
        return RunSummary(
            scenario: scenario, spot: spot, rig: rig, seed: seed, verdict: verdict,
            reason: verdict == self.verdict ? [reason, lost].compactMap(\.self).joined(separator: "; ") : lost,
            failures: failures, findings: findings, findingsBesides: findingsBesides, measured: measured,
            stepsPassed: stepsPassed, stepsInAll: stepsInAll, elapsed: elapsed)
    }
}
