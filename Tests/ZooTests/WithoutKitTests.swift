import Engine
import Ground
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

/// A bench without a UWB kit judges the data channel, and lists what it left out.
@Suite("A rig without a UWB kit") struct WithoutKitTests {
    private static var rig: Rig {
        get throws { try Rig.simulated.replacing("uwb=none") }
    }

    private static let conformance = Scenario.all.filter { $0.suite == .conformance }

    @Test("Most of the conformance suite plays, and each omitted measurement is reported")
    func plays() throws {
        let bench = ZooBench(ZooAccessory(.appleSample), on: try Self.rig)
        var played = 0
        for scenario in Self.conformance {
            let (_, unjudged) = scenario.playable(on: try Self.rig)
            let result = bench.play(scenario, seed: 1)
            #expect([.passed, .skipped].contains(result.mark), "\(scenario.name): \(result.reason ?? "")")
            guard result.mark == .passed else { continue }
            played += 1
            let told = result.summary.findings.count { $0.finding.code == "run.withoutKit" }
            #expect(told == unjudged.count, "\(scenario.name)")
        }
        #expect(played >= 45)
    }

    @Test("Healthy accessories raise no alarm without a kit", arguments: ZooAccessory.sound)
    func healthy(_ accessory: ZooAccessory) throws {
        let bench = ZooBench(accessory, on: try Self.rig)
        // The zoo has no tags.
        for scenario in Scenario.all
        where scenario.suite != .tags && scenario.phone.companions.isEmpty && !scenario.needs.contains(.nfc) {
            let result = bench.play(scenario, seed: 1)
            #expect(result.isSound || result.mark == .skipped, "\(scenario.name): \(result.reason ?? "")")
        }
    }

    @Test("A gate judges a scenario whole, or skips it")
    func whole() throws {
        let scenario = Scenario.named("uses.sessionID")
        #expect(ScenarioRun.reasonToSkip(scenario, on: try Self.rig) == nil)
        #expect(ScenarioRun.reasonToSkip(scenario.whole, on: try Self.rig) != nil)
    }

    @Test("Every defect of the data channel is caught without a kit")
    func defects() throws {
        var missed: [String] = []
        for accessory in ZooAccessory.defective {
            let bench = ZooBench(accessory, on: try Self.rig)
            let isCaught = Scenario.all
                .filter { $0.suite == .conformance || $0.suite == .robustness }
                .contains { bench.play($0, seed: 1).mark == .caught }
            if !isCaught, let defect = accessory.defect { missed.append(defect.rawValue) }
        }
        #expect(missed == Self.ofTheAir)
    }

    /// The defects that only a measurement, or its absence, shows.
    private static let ofTheAir = [
        "saysStoppedUnasked", "reversedConfigurationAddress", "claimsOppositeRole", "staleAddress",
        "bigEndianSessionID", "bigEndianAddress", "bigEndianInterval", "reversedIV", "sessionIDTruncatedTo8",
        "sessionIDTruncatedTo16", "slotDurationFixed", "wrongInterval", "saysItStarts",
        "neverRestartsAfterStop", "keepsRangingAfterStop", "keepsRangingAfterDisconnect",
        "duplicateConfigureKillsSession", "secondConfigureLeaks", "losesCalibration", "noisyDistance",
        "losesRounds", "lowUpdateRate", "rangesOnce", "diesOutOfRange", "printsCentimetresAsMetres",
        "printsStaleDistance", "printsOtherSession", "stopsPrinting", "printsAfterStop", "printsLostRounds",
        "sendsBigEndianDistance", "ignoresZoneMessage", "answersZoneLate", "answersZoneTwice",
        "actsOnOtherZone",
    ]
}
