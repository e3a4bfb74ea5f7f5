import Benches
public import Evidence
import Ground
import Journal
import OperatingSystem
import ScenarioKit

/// Plays single runs of a plan and keeps their evidence; several threads may use it concurrently, each with its own
/// stock.
public struct RunPlayer: Sendable {
    public let plan: RunPlan
    public let evidence: EvidenceFolder?
    /// Receives doubts about the bench.
    private let warn: @Sendable (String) -> Void

    public init(plan: RunPlan, evidence: EvidenceFolder?, warn: @escaping @Sendable (String) -> Void) {
        (self.plan, self.evidence, self.warn) = (plan, evidence, warn)
    }

    /// Plays one run; `show` receives its journal except for the end, which is in the result.
    ///
    /// A run whose evidence cannot be kept did not pass, and states the reason.
    func play(
        _ order: RunOrder, from stock: BenchPool, show: @escaping (JournalEntry) -> Void = { _ in }
    ) -> PlayedRun {
        guard let run = plan.run(order) else { preconditionFailure("what is ordered is in the plan") }
        let kept: RunEvidence?
        do throws(CommandError) {
            kept = try evidence?.begin(
                run: order.number, of: run.scenario.name, seed: run.seed, isLive: run.isLive,
                playing: RunMaterial(run.scenario, on: run.rig), gate: order.gate, search: order.search,
                in: order.place)
        } catch {
            return PlayedRun(
                index: order.index, summary: run.summary(RunError("run.notPlayed", "not played: \(error.what)")),
                trouble: error)
        }
        let work = DeferredWork(isDeferring: run.isLive)
        var hadRigFault = false
        let take = { (entry: JournalEntry) in
            work.add {
                if case .fault = entry.event { hadRigFault = true }
                // The end is shown once it is explained.
                if case .runEnded = entry.event {} else { show(entry) }
                kept?.receive(entry)
            }
        }
        let recorder = JournalRecorder(watchers: [take], keepsEntries: false)
        let summary = run.play(recorder: recorder, evidence: kept, deferring: work, from: stock, warn: warn)
        work.perform()
        let (left, trouble) = kept?.settle(summary) ?? (summary, nil)
        return PlayedRun(
            index: order.index, summary: left, files: kept?.files ?? [], hadRigFault: hadRigFault, trouble: trouble)
    }
}
