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
        let (left, trouble) = kept?.settle(summary) ?? (summary, nil)
        tally.count(left)
        guard let trouble else { return }
        report.announce("\(run.scenario.name), seed \(run.seed): \(left.verdict), its evidence could not be kept")
        throw trouble
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
