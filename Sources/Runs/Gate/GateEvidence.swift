import Evidence
public import Gate
import Ground
import History
public import Journal
import Reports
import Vocabulary

/// The conversion of a run's evidence into a gate's attempt.
public enum GateEvidence {
    /// Returns the attempt for a run; nil if it left no manifest and therefore proves nothing.
    static func attempt(
        _ task: GateTask, _ summary: RunSummary, in folder: String, of gate: String, context: GateContext
    ) -> GateAttempt? {
        guard let manifest = try? Files.hash(of: "\(gate)/\(folder)/\(Manifest.fileName)") else { return nil }
        return self.attempt(task, summary, in: folder, manifest: manifest.hex, context: context)
    }

    /// Returns the attempt for a run with this manifest hash.
    public static func attempt(
        _ task: GateTask, _ summary: RunSummary, in folder: String, manifest: String, context: GateContext
    ) -> GateAttempt {
        GateAttempt(
            task, in: context, verdict: summary.verdict.kind, failureKey: SeenFailure(of: summary)?.key,
            witness: witness(of: summary),
            measured: RunMeasurement.all(of: summary.measured).map {
                GateMeasurement($0.quantity, $0.largest, $0.unit)
            }, byOperator: summary.operatorAnswers != nil,
            isAssumed: summary.findings.contains { $0.finding.code == .witnessNone }, folder: folder, manifest: manifest
        )
    }

    /// Returns the evidence that a run without a verdict on the accessory was the rig's fault; nil if there is none.
    ///
    /// The director returns `error` only for faults that the rig itself witnessed. A timeout has no witness.
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
