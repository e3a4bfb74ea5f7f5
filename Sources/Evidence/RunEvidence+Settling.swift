import Ground
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
        let error = RunError("evidence.notWritten", "the evidence could not be kept: \(trouble.what)")
        return switch verdict {
        case .passed, .skipped: ending(in: error)
        case .failed, .error, .timedOut, .aborted: adding(error.reason)
        }
    }
}
