import GateKit
import Journal
import Statistics

extension GateProof {
    /// Returns the ruling that the runs so far give.
    func ruling(for track: GateTrack, _ candidate: GateTally, _ baseline: GateTally) -> GateRuling {
        switch proof {
        case .clean(let below, let confidence):
            clean(track, candidate, below: below, confidence: confidence)
        case .sequential(_, let bad, _, let userRisk):
            sequential(track, candidate, bad: bad, userRisk: userRisk)
        case .limit(let quantity, let share, let confidence, let limit, _):
            self.limit(track, candidate, of: quantity, share: share, confidence: confidence, limit: limit)
        case .noWorseRate(let margin, _):
            noWorse(track, candidate, baseline, margin: margin)
        case .noWorseQuantity(let quantity, let margin, let direction, _):
            noWorse(track, candidate, baseline, in: quantity, margin: margin, direction: direction)
        case .smoke:
            smoke(track, candidate)
        }
    }

    private func clean(
        _ track: GateTrack, _ tally: GateTally, below: Probability, confidence: Probability
    ) -> GateRuling {
        let counts = "\(tally.failures) of \(counted(tally.trials.count, "run")) failed"
        var ruling = GateRuling(wanted: fewest, statement: counts)
        if tally.failures > 0, !track.excusesAll(tally) {
            ruling.decision = .failed
        } else if tally.trials.count >= fewest, tally.pending == 0 {
            if tally.failures == 0 {
                ruling.decision = .passed
                ruling.statement = "fewer than \(below) of the runs fail, with \(confidence) confidence: \(counts)"
            } else {
                settleExcused(&ruling, tally)
            }
        }
        return ruling
    }

    /// Settles a proof whose failures are all excused: known failures are excused only if the scenario sometimes
    /// passes.
    private func settleExcused(_ ruling: inout GateRuling, _ tally: GateTally) {
        let isBroken = tally.failures == tally.trials.count
        ruling.decision = isBroken ? .failed : .excused
        ruling.statement += isBroken ? ": it is broken, and not only flaky" : ", each in a way that is in quarantine"
    }

    private func sequential(
        _ track: GateTrack, _ tally: GateTally, bad: Probability, userRisk: Probability
    ) -> GateRuling {
        guard let test else { return GateRuling(decision: .unproved, statement: "no such test can be made") }
        let (failures, trials) = (tally.failures, tally.trials.count)
        let most = 3 * fixedTrials
        let counts = "\(failures) of \(counted(trials, "run")) failed"
        var ruling = GateRuling(
            wanted: 0, statement: counts, logRatio: test.logRatio(failures: failures, trials: trials))
        if isRejected(test, tally) {
            if !track.excusesAll(tally) {
                ruling.decision = .failed
                ruling.statement = "too many failures: \(counts)"
                return ruling
            }
            // An excused scenario is played to the end of the fixed plan, to see whether it ever passes.
            ruling.wanted = fixedTrials
            if trials >= fixedTrials, tally.pending == 0 { settleExcused(&ruling, tally) }
            return ruling
        }
        if test.decision(failures: failures, trials: trials) == .accept {
            // Earlier runs that are still in progress may revoke the acceptance.
            ruling.wanted = trials
            guard tally.pending == 0 else { return ruling }
            ruling.decision = .passed
            let accepted = failures == 0 ? "" : "accepted with \(counted(failures, "failure")) in \(trials) runs: "
            ruling.statement = "\(accepted)a rate of \(bad) or more is excluded at a risk of \(userRisk): \(counts)"
            return ruling
        }
        if trials >= most {
            guard tally.pending == 0 else { return ruling }
            ruling.decision = .unproved
            ruling.statement = "undecided after \(trials) runs, three times the fixed plan: \(counts)"
            return ruling
        }
        ruling.wanted = min(most, max(test.trialsToAccept(failures: failures), trials + 1))
        return ruling
    }

    /// Returns whether the rejection bound was reached after any trial, in the order of ordinals and before the first
    /// missing one.
    private func isRejected(_ test: SequentialTest, _ tally: GateTally) -> Bool {
        var failures = 0
        for (index, trial) in tally.trials.prefix(tally.complete).enumerated() where trial.isFailure {
            failures += 1
            if test.decision(failures: failures, trials: index + 1) == .reject { return true }
        }
        return false
    }

    private func smoke(_ track: GateTrack, _ tally: GateTally) -> GateRuling {
        let counts = "\(tally.failures) of \(counted(tally.trials.count, "run")) failed"
        var ruling = GateRuling(wanted: fewest, statement: counts)
        if tally.failures > 0, !track.excusesAll(tally) {
            ruling.decision = .failed
        } else if tally.trials.count >= fewest, tally.pending == 0 {
            if tally.failures > 0 {
                settleExcused(&ruling, tally)
            } else {
                ruling.decision = .unproved
                ruling.statement =
                    "\(counts), which shows nothing: \(GateSentences.rarely(0.05, in: tally.trials.count))"
            }
        }
        return ruling
    }

    private func noWorse(
        _ track: GateTrack, _ candidate: GateTally, _ baseline: GateTally, margin: Probability
    ) -> GateRuling {
        guard track.hasBaseline else {
            return GateRuling(decision: .unproved, statement: "there is no baseline to compare with")
        }
        var ruling = GateRuling(wanted: fewest, wantedBaseline: fewest, statement: "too few runs to compare")
        guard min(candidate.trials.count, baseline.trials.count) >= fewest, candidate.pending + baseline.pending == 0
        else { return ruling }
        let comparison = RateComparison(candidate: candidate.rate, baseline: baseline.rate)
        let upper = comparison.interval(confidence: 0.95).upper
        let counts =
            "\(candidate.failures) of \(candidate.trials.count) runs failed against \(baseline.failures) of "
            + "\(baseline.trials.count) of the baseline"
        let isWithin = upper < margin.value
        ruling.decision = isWithin ? .passed : .unproved
        ruling.statement =
            isWithin
            ? "fails in less than \(margin) more of the runs than the baseline: \(counts)"
            : "may fail in \(margin) more of the runs than the baseline: \(counts)"
        ruling.worse = (
            comparison.candidateIsWorse, true, "fails more often than the baseline: \(counts)"
        )
        return ruling
    }
}
