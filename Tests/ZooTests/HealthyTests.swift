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

@Suite("Healthy animals") struct HealthyTests {
    private static let suites: [ScenarioSuite?] = [.conformance, .robustness]

    @Test(
        "A healthy accessory passes every scenario of the suites that is not about something it need not have",
        arguments: ZooAccessory.healthy + ZooAccessory.frugal)
    func passes(_ animal: ZooAccessory) {
        let habitat = ZooBench(animal, on: .simulated)
        var skipped = 0
        for scenario in Scenario.all where Self.suites.contains(scenario.suite) {
            let sighting = habitat.play(scenario, seed: 1)
            #expect(sighting.isSound, "\(scenario.name): \(sighting.reason ?? "")")
            skipped += sighting.mark == .skipped ? 1 : 0
        }
        #expect((skipped == 0) == animal.lacks.isEmpty)
    }

    @Test("What is optional fails an accessory only where the rig says that it has it")
    func optional() {
        let cases: [(AccessoryPart, Scenario)] = [
            (.background, .named("backgroundFollowsConfiguration")), (.background, .named("backgroundSession")),
            (.background, .named("backgroundNeedsPairing")), (.pairing, .named("pairsAndComesBack")),
            (.pairing, .named("phoneForgets")),
            (.guidelines, .named("leavesPairingToPhones")),
        ]
        for (part, scenario) in cases {
            #expect(
                ZooBench(ZooAccessory(.appleSample, lacks: [part]), on: .simulated).play(scenario, seed: 1).isExcused)
        }
        // Neither pairing nor the background is what these are about.
        let bare = ZooBench(ZooAccessory(.appleSample, lacks: Set(AccessoryPart.allCases)), on: .simulated)
        for scenario in [
            Scenario.named("silentUntilAsked"), .named("configurationExchange"), .named("appInBackground"),
            .named("phoneLocked"),
        ] {
            #expect(bare.play(scenario, seed: 1).mark == .passed, "\(scenario.name)")
        }
        // Without the service, and with pairing.
        let plain = ZooBench(ZooAccessory(.appleSample, lacks: [.background]), on: .simulated)
        #expect(plain.play(.named("pairsAndComesBack"), seed: 1).mark == .passed)
    }

    @Test("What no phone does is no part of the suite that a release is failed on")
    func robustness() {
        for name in ["smallestMTU", "longWrite", "emptyMessage", "cutConfigure"] {
            #expect(Scenario.all.first { $0.name == name }?.suite == .robustness, "\(name)")
        }
        #expect(Scenario.all.allSatisfy { $0.suite != .conformance || $0.phone.link.mtu != 23 })
        #expect(Scenario.all.allSatisfy { $0.suite != .conformance || !$0.tags.contains(.robustness) })
    }
}
