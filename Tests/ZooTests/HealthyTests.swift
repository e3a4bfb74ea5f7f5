import Benches
import Engine
import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Healthy accessories") struct HealthyTests {
    private static let scenarios = Scenario.all.filter {
        ($0.suite == .conformance || $0.suite == .robustness) && $0.phone.companions.isEmpty
    }

    @Test(
        "A accessory without defects passes every scenario of the suites that is not about something it need not have",
        arguments: ZooAccessory.sound)
    func passes(_ accessory: ZooAccessory) {
        let bench = ZooBench(accessory, on: .simulated)
        var skipped = 0
        for scenario in Self.scenarios {
            let result = bench.play(scenario, seed: 1)
            #expect(result.isSound, "\(scenario.name): \(result.reason ?? "")")
            skipped += result.mark == .skipped ? 1 : 0
        }
        // A vendor's own channel cannot carry more than one write command, and a network has no GATT.
        let isPlain = accessory.channel?.writeType != .withoutResponse && accessory.link == .le
        #expect((skipped == 0) == (accessory.lacks.isEmpty && isPlain))
    }

    @Test(
        "An accessory without defects passes every other scenario that a gate's plan may choose, slow or encrypted too",
        arguments: ZooAccessory.sound)
    func flows(_ accessory: ZooAccessory) throws {
        let bench = ZooBench(accessory, on: .simulated)
        for scenario in Scenario.all where scenario.suite == nil {
            guard scenario.needs.contains(where: { if case .accessory = $0 { true } else { false } }) else { continue }
            // With the tags that are on the bench, which the zoo's own runs do without.
            let links = try BenchFactory.open(bench.played, for: scenario, seed: 1)
            defer { links.close() }
            let summary = ScenarioRun(scenario: scenario, rig: bench.played, seed: 1)
                .play(on: links, recorder: JournalRecorder(keepsEntries: false))
            if case .skipped = summary.verdict, bench.excuses(scenario) { continue }
            #expect(summary.verdict == .passed, "\(scenario.name): \(summary.reason ?? "")")
        }
    }

    @Test(
        "In noisy air, too, they pass everything with an accessory that the standard plan may choose",
        arguments: ZooAccessory.sound)
    func noisy(_ accessory: ZooAccessory) throws {
        let bench = ZooBench(accessory, on: .simulatedNoisy)
        var played = 0
        for scenario in Scenario.all where scenario.isForRelease {
            let links = try BenchFactory.open(bench.played, for: scenario, seed: 1)
            defer { links.close() }
            let summary = ScenarioRun(scenario: scenario, rig: bench.played, seed: 1)
                .play(on: links, recorder: JournalRecorder(keepsEntries: false))
            if case .skipped = summary.verdict, bench.excuses(scenario) { continue }
            played += 1
            #expect(summary.verdict == .passed, "\(scenario.name): \(summary.reason ?? "")")
        }
        #expect(played >= 50)
    }

    @Test("An optional feature fails an accessory only if the rig says that it has the feature")
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
        // These scenarios involve neither pairing nor the background.
        let bare = ZooBench(ZooAccessory(.appleSample, lacks: Set(AccessoryPart.allCases)), on: .simulated)
        for scenario in [
            Scenario.named("silentUntilAsked"), .named("configurationExchange"), .named("appInBackground"),
            .named("phoneLocked"),
        ] {
            #expect(bare.play(scenario, seed: 1).mark == .passed, "\(scenario.name)")
        }
        // Without the background service, and with pairing.
        let plain = ZooBench(ZooAccessory(.appleSample, lacks: [.background]), on: .simulated)
        #expect(plain.play(.named("pairsAndComesBack"), seed: 1).mark == .passed)
    }

    @Test("A habit fails robustness scenarios at most, and never the default suite")
    func habits() {
        let strict = ZooBench(ZooAccessory(.appleSample, habits: [.wantsFullFlow]), on: .simulated)
        var failed: [String] = []
        for scenario in Self.scenarios {
            let result = strict.play(scenario, seed: 1)
            guard result.mark == .failed else { continue }
            failed.append(scenario.name)
            #expect(scenario.suite == .robustness && result.isSound)
        }
        #expect(failed == ["resumesWithoutInitialize"])
        // With the habit's code alone: another failure of the same accessory is a false alarm.
        let deaf = ZooBench(ZooAccessory(.appleSample, .ignoresStop, habits: [.wantsFullFlow]), on: .simulated)
        #expect(!deaf.play(.named("stopWhileIdle"), seed: 1).isSound)
    }

    @Test("A scenario that a vendor data channel cannot carry is skipped, with the reason")
    func obstacles() throws {
        let entries: [(String, String, Bool)] = [
            ("writeType=withoutResponse", "longWrite", true), ("writeType=withResponse", "longWrite", false),
            ("writeType=withoutResponse", "configurationExchange", false),
            ("messages=initialize:A5", "unknownMessages", true), ("messages=uwbDidStop:A5", "unknownMessages", false),
        ]
        for (field, name, isSkipped) in entries {
            let text = "door=simulated:service=fff0,write=fff1,notify=fff2,\(field),name=Door"
            let rig = try Rig.simulated.replacing(text)
            #expect((ScenarioRun.reasonToSkip(.named(name), on: rig) != nil) == isSkipped, "\(field) \(name)")
        }
    }

    @Test("Phone behaviour that no phone shows is not part of the suite that fails a release")
    func robustness() {
        for name in ["smallestMTU", "longWrite", "emptyMessage", "cutConfigure"] {
            #expect(Scenario.all.first { $0.name == name }?.suite == .robustness, "\(name)")
        }
        #expect(Scenario.all.allSatisfy { $0.suite != .conformance || $0.phone.link.mtu != 23 })
        #expect(Scenario.all.allSatisfy { $0.suite != .conformance || !$0.tags.contains(.robustness) })
    }
}

extension Scenario {
    /// Whether the standard plan may choose it, and an accessory takes part.
    fileprivate var isForRelease: Bool {
        suite != .robustness && tags.allSatisfy { ![.robustness, .simulatorOnly, .needsAir].contains($0) }
            && needs.contains { if case .accessory = $0 { true } else { false } }
    }
}
