import Attestation
import Evidence
public import Gate
public import GateKit
import Ground
import History
public import Journal
import Reports

/// A run's evidence as the gate counts it.
public enum GateEvidence {
    /// The attempt that a run was; nil where it left no manifest, so that nothing can be shown of it.
    static func attempt(
        _ task: GateTask, _ summary: RunSummary, in folder: String, of gate: String, context: Context
    ) -> GateAttempt? {
        guard let manifest = try? Files.hash(of: "\(gate)/\(folder)/\(Manifest.fileName)") else { return nil }
        return self.attempt(task, summary, in: folder, manifest: manifest.hex, context: context)
    }

    /// The attempt that a run was whose manifest has this hash.
    public static func attempt(
        _ task: GateTask, _ summary: RunSummary, in folder: String, manifest: String, context: Context
    ) -> GateAttempt {
        GateAttempt(
            ordinal: task.ordinal, side: task.side, scenario: task.scenario, scenarioHash: task.scenarioHash,
            seed: task.seed, verdict: summary.verdict.kind, failureKey: SeenFailure(of: summary)?.key,
            witness: witness(of: summary),
            measured: RunMeasurement.all(of: summary.measured).map {
                GateMeasurement($0.quantity, $0.largest, $0.unit)
            }, folder: folder, manifest: manifest, powerCycle: context.powerCycle, unit: context.unit,
            bench: context.bench, stage: context.stage, identity: context.identity)
    }

    /// With what a run was played.
    public struct Context {
        let powerCycle: Int
        let unit: String
        let bench: String
        let stage: GateStage
        let identity: IdentityLevel

        public init(powerCycle: Int, unit: String, bench: String, stage: GateStage, identity: IdentityLevel) {
            (self.powerCycle, self.unit, self.bench) = (powerCycle, unit, bench)
            (self.stage, self.identity) = (stage, identity)
        }
    }

    /// What shows that a run without a verdict on the accessory was the rig's fault; nil when nothing does.
    ///
    /// The director gives `error` only for what the rig itself witnessed. That a run took too long has no witness.
    private static func witness(of summary: RunSummary) -> String? {
        switch summary.verdict {
        case .error:
            [summary.errorCode.map { "\($0)" }, summary.errorLink.map { "\($0)" }, summary.reason].compactMap(\.self)
                .joined(separator: ": ")
        case .skipped(let reason): reason
        case .passed, .failed, .timedOut, .aborted: nil
        }
    }
}
