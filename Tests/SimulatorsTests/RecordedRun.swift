import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Simulators
import Testing
import Zoo

/// A run on a simulated bench, recorded, and played again with its accessories as they were recorded.
struct RecordedRun {
    let scenario: Scenario
    let rig: Rig
    let frames: [RecordedFrame]
    let summary: RunSummary

    /// Plays a scenario with an animal in the place of each accessory, and records it.
    init(of scenario: Scenario, with animal: Animal, seed: UInt64 = 1) throws {
        let base = Rig.simulated
        let rig = Self.rig(base) { animal.port(inPlaceOf: $0) }
        let links = try BenchFactory.open(rig, for: scenario, seed: seed)
        defer { links.close() }
        var frames: [RecordedFrame] = []
        let recorded = RecordedLinks(links) { event in
            switch event {
            case .sent(let outbound, let instant, let number):
                frames.append(RecordedFrame(.sent(outbound), at: instant, number: number))
            case .received(let arrival, _, let number):
                frames.append(RecordedFrame(.received(arrival.inbound), at: arrival.instant, number: number))
            default: break
            }
        }
        self.scenario = scenario
        self.rig = rig
        summary = Run(scenario: scenario, rig: rig, seed: seed).play(on: recorded, recorder: JournalRecorder())
        self.frames = frames
    }

    /// The bench's recording, with the rig's names where it tells none.
    var recording: BenchRecording {
        BenchRecording(of: rig.accessories.map { ($0.name, "\($0.name)") }, in: frames, since: .start)
    }

    /// Plays the scenario against the recorded accessories.
    func playedAgain(
        seed: UInt64 = 1, recorder: JournalRecorder = JournalRecorder()
    ) throws -> (summary: RunSummary, difference: PhoneDifference?) {
        let rig = Self.rig(.simulated) { _ in .simulated(.standard) }
        let recording = recording
        let links = try BenchFactory.open(rig, needs: scenario.needs, seed: seed, playing: recording)
        defer { links.close() }
        let watched = WatchedLinks(links, recording, patience: .seconds(2))
        let summary = Run(scenario: scenario, rig: rig, seed: seed).play(on: watched, recorder: recorder)
        watched.end()
        return (summary, watched.difference)
    }

    private static func rig(_ base: Rig, port: (AccessoryEntry) -> AccessoryPort) -> Rig {
        Rig(
            name: base.name, summary: base.summary, kind: base.kind, bluetooth: base.bluetooth, uwb: base.uwb,
            nfc: base.nfc,
            accessories: base.accessories.map {
                AccessoryEntry($0.name, port($0), console: $0.console, power: $0.power)
            },
            tags: base.tags, motion: base.motion, world: base.world)
    }
}
