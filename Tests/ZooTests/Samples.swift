import Ground
import Journal
import RigKit
import Rigs
import Zoo

/// Results that no run produced.
enum Sample {
    static func result(
        _ scenario: String, _ accessory: ZooAccessory, _ verdict: Verdict, cause: String? = nil,
        code: FailureCode = "expectation.tooSeldom", seen: String = "nothing", seenCode: FailureCode? = nil,
        seed: UInt64 = 1, rig: Rig = .simulated
    ) -> ZooResult {
        let spot = SourceSpot(file: "Scenarios/Sample.swift", line: 1)
        let failure = Failure(
            code: code, seenCode: seenCode, expected: "an answer", seen: seen, meaning: cause, spot: spot,
            instant: .start)
        let summary = RunSummary(
            scenario: scenario, spot: spot, rig: rig.name, seed: seed, verdict: verdict,
            reason: verdict == .passed ? nil : "expected an answer; \(seen)",
            failures: verdict == .failed ? [failure] : [])
        return ZooResult(accessory, summary, on: rig)
    }
}
