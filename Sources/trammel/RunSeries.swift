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
    func play(into tally: inout RunTally) throws(CommandTrouble) {
        for index in 0..<plan.count {
            guard !Interruption.isRequested else { return leaveOut(from: index, tally: &tally) }
            let run = plan.run(at: index)
            let kept = try evidence?.begin(
                run: index + 1, of: run.scenario.name, seed: run.seed, isLive: run.rig.kind != .simulated)
            let recorder = JournalRecorder(watchers: [report.receive] + (kept.map { [$0.receive] } ?? []))
            let summary = run.play(recorder: recorder, trace: kept?.trace)
            tally.count(summary)
            try kept?.end(with: summary)
        }
    }

    /// Counts the runs that were asked for and never began: without them the rest could look like all.
    private func leaveOut(from index: Int, tally: inout RunTally) {
        report.announce("ended by a person or a signal before run \(index + 1) of \(plan.count)")
        for left in index..<plan.count {
            tally.count(plan.run(at: left).summary(.aborted, reason: "ended by a person or a signal before it began"))
        }
    }
}
