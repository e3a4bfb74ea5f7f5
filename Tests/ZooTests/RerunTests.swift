import Benches
import Engine
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Playing a result again") struct RerunTests {
    private static let accessories =
        ZooAccessory.healthy + ZooAccessory.frugal
        + [ZooAccessory(.qorvo, .noisyDistance), ZooAccessory(.appleSample, .leaksOnRepeat)]

    /// Plays a result's command as the command line does.
    private func again(_ result: ZooResult) throws -> [JournalEntry] {
        let words = result.command.flatMap { $0.split(separator: " ") }.map(String.init).filter { $0 != "\\" }
        #expect(Array(words.prefix(3)) == ["trammel", "run", result.scenario])
        var rig = Rig.simulated
        var seed: UInt64 = 0
        for (option, value) in zip(words, words.dropFirst()) {
            switch option {
            case "--rig": rig = try #require(Rig.all.first { $0.name == value })
            case "--seed": seed = try #require(UInt64(value))
            case "--port": rig = try rig.replacing(value)
            default: break
            }
        }
        let scenario = try #require(Scenario.all.first { $0.name == result.scenario })
        let links = try BenchFactory.open(rig, for: scenario, seed: seed)
        defer { links.close() }
        let recorder = JournalRecorder()
        _ = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: links, recorder: recorder)
        return recorder.entries
    }

    @Test(
        "The command that a result gives plays the very same run", arguments: accessories.indices,
        [Rig.simulated, .simulatedNoisy].map(\.name))
    func sameRun(_ place: Int, on bench: String) throws {
        let accessory = Self.accessories[place]
        let rig = try #require(Rig.all.first { $0.name == bench })
        let bench = ZooBench(accessory, on: rig)
        for scenario in [
            Scenario.named("measuresTruly"), .named("twoAccessories"), .named("hundredRounds"), .named("powerCycle"),
        ] {
            let recorder = JournalRecorder()
            let result = bench.play(scenario, seed: 23, recorder: recorder)
            #expect(try again(result) == recorder.entries)
        }
    }

    @Test("Words that a shell would split are quoted")
    func quoting() {
        let entry = AccessoryEntry("door", .simulated(AccessoryModel(advertisedName: "Bob's door")))
        let rig = Rig(
            name: "garage", summary: "", kind: .simulated, bluetooth: .simulated, uwb: .simulated, nfc: .none,
            accessories: [entry], tags: [], motion: .none)
        let command = Sample.result("a", ZooAccessory(.qorvo), .failed, rig: rig).command
        #expect(
            command == [
                "trammel run a --rig garage --seed 1 \\",
                "    --port 'door=simulated:variant=qorvo,name=Bob'\\''s door'",
            ])
    }
}
