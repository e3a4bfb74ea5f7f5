import Foundation
import Ground
import Journal
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// Every frame of every quick scenario goes wrong once, in every way, with a healthy accessory.
///
/// The promises, for any frame and any fault:
/// - the run ends in a verdict within the scenario's own limits, and cleanly after it;
/// - it passes only if the journal shows everything that the scenario asks for (see `LinkObserver`);
/// - faults between phone and kit are never the accessory's failure: `passed` or `error`;
/// - faults on the data channel are never the rig's error, because the rig cannot distinguish them from an accessory's
///   behaviour: `passed` or `failed`.
///
/// By default a few hundred of the faults are played, chosen by a seed; all of them with TRAMMEL_FULL_SWEEP=1.
struct FaultSweepTests {
    private static let isFull = ProcessInfo.processInfo.environment["TRAMMEL_FULL_SWEEP"] == "1"
    /// By default, one of this many faults is played.
    private static let stride = 48

    // Screens and companions use neither a data channel nor a kit.
    private static let scenarios = Scenario.all.filter {
        ($0.suite == nil || $0.tags.contains(.quick)) && $0.phone.companions.isEmpty
    }

    @Test("An undisturbed run of every scenario passes, and the witness agrees", arguments: scenarios)
    func undisturbed(scenario: Scenario) {
        // The accessory's variant has no effect on tags.
        for variant in AccessoryVariant.allCases.prefix(scenario.suite == .tags ? 1 : 3) {
            let run = SweepRun(scenario, variant)
            #expect(run.played.summary.verdict == .passed, "\(variant): \(run.played.summary.reason ?? "")")
            #expect(run.brokenPromises == [], "\(variant)")
        }
    }

    @Test("One frame that goes wrong keeps all promises", .disabled(if: isFull), arguments: scenarios)
    func sampled(scenario: Scenario) {
        var chance = SeededGenerator(seed: scenario.name.utf8.reduce(11) { $0 &* 31 &+ UInt64($1) })
        let variant = AccessoryVariant.allCases.randomElement(using: &chance) ?? .appleSample
        let first = Int.random(in: 0..<Self.stride, using: &chance)
        for (index, fault) in Self.faults(of: scenario, variant).enumerated() where index % Self.stride == first {
            check(SweepRun(scenario, variant, fault))
        }
    }

    @Test("Every frame that goes wrong keeps all promises", .enabled(if: isFull))
    func everyFrame() {
        var tally: [String: Int] = [:]
        let clock = ContinuousClock()
        let began = clock.now
        for (scenario, variant) in Self.scenarios.flatMap({ one in AccessoryVariant.allCases.map { (one, $0) } }) {
            for fault in Self.faults(of: scenario, variant) {
                let run = SweepRun(scenario, variant, fault)
                check(run)
                let group = "\(fault.line.rawValue) \(fault.direction.rawValue) \(fault.kind)"
                for name in ["all", fault.line.rawValue, group] {
                    tally["\(name): \(run.played.summary.verdict)", default: 0] += 1
                }
            }
        }
        for (name, count) in tally.sorted(by: { $0.key < $1.key }) { print("\(name) \(count)") }
        print("took \(clock.now - began)")
    }

    private func check(_ run: SweepRun) {
        // No half of a frame begins like a round, so a reader that goes frame by frame sees none.
        let isHalved = run.fault.map { $0.line == .kit && $0.kind == .halved } ?? false
        let broken = run.brokenPromises.filter { !isHalved || !$0.contains("the kit reported no round at all") }
        let what = "\(run.scenario.name) with \(run.variant), \(run.fault?.description ?? "no fault")"
        #expect(run.hasHappened && broken.isEmpty, "\(what): \(broken)")
    }

    private static func faults(of scenario: Scenario, _ variant: AccessoryVariant) -> [FrameFault] {
        let run = SweepRun(scenario, variant)
        return FrameFault.Line.allCases.flatMap { line in
            FrameFault.Direction.allCases.flatMap { direction in
                (0..<run.frames(line, direction)).flatMap { place in
                    FrameFault.Kind.allCases.map {
                        FrameFault(line: line, direction: direction, kind: $0, place: place)
                    }
                }
            }
        }
    }
}
