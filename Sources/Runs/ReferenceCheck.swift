import Benches
import Evidence
import Ground
import Journal
import OperatingSystem
public import RigKit
import ScenarioKit

/// The rig's reference, looked for before the first run: a rig that does not hear it plays nothing.
///
/// After a failure that rests on silence, the run itself looks for it again.
enum ReferenceCheck {
    /// The number of distances whose median must be right.
    private static let rounds = 5

    /// Returns what was heard of the references that concern the scenarios, in words; throws if one was not.
    static func heard(
        on rig: Rig, for scenarios: [Scenario], warn: @escaping (String) -> Void
    ) throws(CommandError) -> [String] {
        let needs = Set(scenarios.flatMap(\.needs))
        var heard: [String] = []
        if let (name, known) = rig.reference, needs.contains(where: { if case .accessory = $0 { true } else { false } })
        {
            if needs.contains(.uwb), rig.uwb != .none {
                let sorted = try distances(to: name, on: rig, rounds: rounds, warn: warn).sorted()
                let median = sorted[sorted.count / 2]
                guard (median - known).magnitude <= Rig.referenceTolerance else {
                    throw CommandError(
                        what: "the kit measures the reference \(name) at \(median), and the rig says that it is at "
                            + "\(known)",
                        remedy: "Put it where the rig says, or see '\(Program.command) rig calibrate'")
                }
                heard.append("the reference \(name) was measured at \(median), and is at \(known)")
            } else if !rig.onNetwork.contains(name) {
                let scenario = Scenario("referenceLink", "Connects to the rig's reference") {
                    Connect(name, within: .seconds(10))
                    Disconnect(name, within: .seconds(5))
                }
                _ = try play(scenario, on: rig, "the reference \(name) was not heard", warn: warn)
                heard.append("the reference \(name) was connected")
            }
        }
        if let tag = rig.referenceTag, needs.contains(where: { if case .tag = $0 { true } else { false } }),
            rig.presentsReference(beside: [])
        {
            let scenario = Scenario("referenceTag", "Detects the rig's reference tag") {
                Tap(tag) { Expect(.tagDetected, count: .atLeast(1)) }
            }
            _ = try play(scenario, on: rig, "the reference tag \(tag) was not detected", warn: warn)
            heard.append("the reference tag \(tag) was detected")
        }
        return heard
    }

    /// Ranges with the reference and returns the measured distances; throws if there are too few.
    static func distances(
        to name: AccessoryName, on rig: Rig, rounds: Int, warn: @escaping (String) -> Void
    ) throws(CommandError) -> [Distance] {
        let scenario = Scenario("referenceRanging", "Ranges with the rig's reference") {
            Connect(name, within: .seconds(10))
            Exchange(.configuration, with: name, within: .seconds(10))
            Expect(.ranging(name), count: .atLeast(rounds), within: .seconds(60))
            Stop(name, within: .seconds(10))
            Disconnect(name, within: .seconds(5))
        }
        let entries = try play(scenario, on: rig, "the reference \(name) was not measured", warn: warn)
        return entries.compactMap { entry in
            if case .phone(.distance(name, let measured, _)) = entry.event { measured } else { nil }
        }
    }

    private static func play(
        _ scenario: Scenario, on rig: Rig, _ what: String, warn: @escaping (String) -> Void
    ) throws(CommandError) -> [JournalEntry] {
        let recorder = JournalRecorder()
        let run = BenchRun(scenario: scenario, rig: rig, seed: 1, facts: Catalogue.facts(with: rig))
        let summary = run.play(recorder: recorder, warn: warn)
        guard summary.verdict == .passed else {
            throw CommandError(
                what: "\(what): \(summary.reason ?? summary.verdict.kind.rawValue)",
                remedy:
                    "Run '\(Program.command) doctor' for the machine; the reference must have power and be where the "
                    + "rig says")
        }
        return recorder.entries
    }
}

extension RunPlan {
    /// Looks for the rig's references before the first run, and notes in each run what was heard; returns the fault of
    /// a rig that does not hear one.
    public mutating func proveHearing(warn: @escaping (String) -> Void) -> RigFault? {
        guard rig.kind != .simulated, count > 0 else { return nil }
        do throws(CommandError) {
            for words in try ReferenceCheck.heard(on: rig, for: scenarios, warn: warn) {
                notes.append(Finding("witness.reference", .note, "before the first run, \(words)"))
            }
            return nil
        } catch {
            // Interrupted, the check shows nothing, and no run follows.
            return Interruption.isRequested ? nil : RigFault(error.what, remedy: error.remedy ?? "")
        }
    }
}
