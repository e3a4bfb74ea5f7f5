import Ground
import Journal
import Reports
import RigKit
import ScenarioKit

/// Plays a plan's runs one after the other, shows them, and keeps their evidence.
struct RunSeries {
    let plan: RunPlan
    let report: ConsoleReport
    let evidence: Evidence?

    /// Plays until the plan is done, a person asks for the end, or the evidence cannot be written.
    ///
    /// Every run of the plan is counted, whatever happens: one whose evidence cannot be kept is an error, and those
    /// after it are not played, since nothing could be shown of them.
    func play(into tally: inout RunTally) throws(CommandTrouble) {
        for index in 0..<plan.count {
            guard !Interruption.isRequested else {
                return leaveOut(from: index, because: "ended by a person or a signal", tally: &tally)
            }
            do throws(CommandTrouble) {
                try play(index, into: &tally)
            } catch {
                leaveOut(from: index + 1, because: "the evidence cannot be kept", tally: &tally)
                throw error
            }
        }
    }

    /// Plays one run, and counts it once.
    private func play(_ index: Int, into tally: inout RunTally) throws(CommandTrouble) {
        let run = plan.run(at: index)
        let kept: RunEvidence?
        do throws(CommandTrouble) {
            kept = try evidence?.begin(
                run: index + 1, of: run.scenario.name, seed: run.seed, isLive: run.rig.kind != .simulated)
        } catch {
            tally.count(run.summary(.error, reason: "not played: \(error.what)"))
            throw error
        }
        let recorder = JournalRecorder(
            watchers: [report.receive] + (kept.map { [$0.receive] } ?? []), keepsEntries: false)
        let summary = run.play(recorder: recorder, evidence: kept)
        do throws(CommandTrouble) {
            try kept?.end(with: summary)
        } catch {
            let summary = summary.withoutEvidence(because: error)
            report.announce(
                "\(run.scenario.name), seed \(run.seed): \(summary.verdict), its evidence could not be kept")
            tally.count(summary)
            kept?.leave(summary)
            throw error
        }
        tally.count(summary)
    }

    /// Counts the runs that were asked for and never began: without them the rest could look like all.
    private func leaveOut(from index: Int, because reason: String, tally: inout RunTally) {
        guard index < plan.count else { return }
        report.announce("\(reason) before run \(index + 1) of \(plan.count)")
        for left in index..<plan.count {
            tally.count(plan.run(at: left).summary(.aborted, reason: "\(reason) before it began"))
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
            failures: failures, findings: findings, measured: measured, stepsPassed: stepsPassed,
            stepsInAll: stepsInAll, elapsed: elapsed)
    }
}
