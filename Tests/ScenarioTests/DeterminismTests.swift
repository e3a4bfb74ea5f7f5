import Benches
import Engine
import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

/// Plays a scenario on its rig's bench; the journal is empty if it is not needed.
func play(
    _ scenario: Scenario, on rig: Rig = .simulated, seed: UInt64, keepsJournal: Bool = true
) throws -> (RunSummary, [JournalEntry]) {
    let links = try BenchFactory.open(rig, for: scenario, seed: seed)
    defer { links.close() }
    let recorder = JournalRecorder(keepsEntries: keepsJournal)
    let summary = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: links, recorder: recorder)
    return (summary, recorder.entries)
}

struct DeterminismTests {
    @Test(
        "A hundred runs with one seed give the same journal, entry for entry, and four of each in a suite",
        arguments: Scenario.all)
    func sameSeed(scenario: Scenario) throws {
        let (summary, first) = try play(scenario, seed: 7)
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        for run in 2...(scenario.suite == nil ? 100 : 4) {
            let (_, entries) = try play(scenario, seed: 7)
            #expect(entries == first, "run \(run) differs")
        }
    }

    @Test("Two journals of one seed are the same text, byte for byte, and can be read back", arguments: Scenario.all)
    func sameText(scenario: Scenario) throws {
        let first = try play(scenario, seed: 11).1.map { $0.jsonLine() }
        let second = try play(scenario, seed: 11).1.map { $0.jsonLine() }
        #expect(first == second)
        // Data omitted from a line, such as a tag's memory, is in the frames; everything in it is preserved.
        #expect(try first.map { try JournalEntry(jsonLine: $0).jsonLine() } == first)
    }

    @Test("Another seed gives another journal", arguments: Scenario.all.filter { $0.needs.contains(.uwb) })
    func otherSeed(scenario: Scenario) throws {
        // The header always differs, so only the events in between are compared.
        let one = try play(scenario, seed: 1).1.dropFirst().dropLast().map(\.event)
        let other = try play(scenario, seed: 2).1.dropFirst().dropLast().map(\.event)
        #expect(one != other)
    }
}

/// A simulated rig with non-standard radio conditions and accessory.
struct Variant: CustomStringConvertible {
    let model: AccessoryModel

    var rig: Rig {
        let base = Rig.simulated
        return Rig(
            name: base.name, summary: base.summary, kind: base.kind, bluetooth: base.bluetooth, uwb: base.uwb,
            nfc: base.nfc,
            accessories: [AccessoryName.door, .trunk].map {
                AccessoryEntry($0, .simulated(model), console: .simulated, power: .simulated)
            },
            tags: base.tags,
            motion: base.motion, world: WorldModel(lossPermille: 20), phones: base.phones)
    }

    var description: String { "\(AccessoryPort.simulated(model))" }

    static let all = DataChannelProfile.presets.flatMap { profile in
        AccessoryModel.Role.allCases.flatMap { role in
            AccessoryModel.UWBVersion.allCases.map { version in
                Variant(model: .init(profile: profile, role: role, uwbVersion: version, advertisedName: "Door"))
            }
        }
    }
}

struct PassingTests {
    @Test(
        "Every scenario with an accessory passes while two rounds of a hundred are lost, and with thirty seeds",
        arguments: Variant.all)
    func passes(variant: Variant) throws {
        let rig = variant.rig
        // Without an accessory, its variant makes no difference.
        for scenario in Scenario.all where scenario.needs.contains(.bluetooth) {
            for seed in UInt64(1)...(scenario.suite == nil ? 30 : 1) {
                let summary = try play(scenario, on: rig, seed: seed, keepsJournal: false).0
                #expect(
                    summary.verdict == .passed && summary.stepsPassed == summary.stepsInAll,
                    "\(scenario.name), seed \(seed): \(summary.reason ?? "no reason")")
            }
        }
    }
}
