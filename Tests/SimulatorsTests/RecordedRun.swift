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

/// A recorded run on a simulated bench, which can be played again with its accessories as recorded.
struct RecordedRun {
    let scenario: Scenario
    let rig: Rig
    let frames: [RecordedFrame]
    let summary: RunSummary

    /// Plays and records a scenario with an animal in place of each accessory.
    init(of scenario: Scenario, with animal: ZooAccessory, seed: UInt64 = 1) throws {
        try self.init(of: scenario, on: Self.rig(.simulated) { animal.port(inPlaceOf: $0) }, seed: seed)
    }

    /// Plays and records a scenario on a rig.
    init(of scenario: Scenario, on rig: Rig, seed: UInt64 = 1) throws {
        let links = try BenchFactory.open(rig, for: scenario, seed: seed)
        defer { links.close() }
        var frames: [RecordedFrame] = []
        summary = Self.play(scenario, on: rig, seed: seed, links) { frames.append($0) }
        (self.scenario, self.rig, self.frames) = (scenario, rig, frames)
    }

    private init(_ other: RecordedRun, frames: [RecordedFrame]) {
        (scenario, rig, summary) = (other.scenario, other.rig, other.summary)
        self.frames = frames
    }

    /// The same run without the kit's frames.
    func withoutKit() -> RecordedRun {
        RecordedRun(
            self,
            frames: frames.filter { frame in
                switch frame.content {
                case .sent(let outbound): outbound.link != .kit
                case .received(let inbound): inbound.link != .kit
                }
            })
    }

    private static func play(
        _ scenario: Scenario, on rig: Rig, seed: UInt64, _ links: any LinkSet, _ keep: @escaping (RecordedFrame) -> Void
    ) -> RunSummary {
        let recorded = RecordedLinks(links) { event in
            switch event {
            case .sent(let outbound, let instant, let number):
                keep(RecordedFrame(.sent(outbound), at: instant, number: number))
            case .received(let arrival, _, let number):
                keep(RecordedFrame(.received(arrival.inbound), at: arrival.instant, number: number))
            default: break
            }
        }
        return ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: recorded, recorder: JournalRecorder())
    }

    /// The bench's recording, with the rig's names where it has none.
    var recording: BenchRecording {
        BenchRecording(
            of: rig.accessories.map { ($0.name, "\($0.name)", $0.port.ownChannel) }, in: frames, since: .start)
    }

    /// Plays the scenario, or another one, against the recorded accessories.
    func playedAgain(
        by other: Scenario? = nil, seed: UInt64 = 1
    ) throws -> (summary: RunSummary, difference: PhoneDifference?) {
        let scenario = other ?? scenario
        let recording = recording
        let rig = Self.rig(.simulated, port: speaking)
        let links = try BenchFactory.open(rig, needs: scenario.needs, seed: seed, playing: recording)
        defer { links.close() }
        let watched = ComparedLinks(links, recording, patience: .seconds(2))
        let summary = Self.play(scenario, on: rig, seed: seed, watched) { _ in }
        watched.end()
        return (summary, watched.difference)
    }

    /// Plays the scenario against the recorded accessories and returns what went over the links.
    func framesPlayedAgain() throws -> [RecordedFrame] {
        let rig = Self.rig(.simulated, port: speaking)
        let links = try BenchFactory.open(rig, needs: scenario.needs, seed: 1, playing: recording)
        defer { links.close() }
        var frames: [RecordedFrame] = []
        _ = Self.play(scenario, on: rig, seed: 1, links) { frames.append($0) }
        return frames
    }

    /// Returns a simulated accessory with the data channel of the recorded one.
    private func speaking(_ entry: AccessoryEntry) -> AccessoryPort {
        let channel = rig.accessories.first { $0.name == entry.name }?.port.ownChannel
        let isOnNetwork = rig.accessories.contains { $0.name == entry.name && $0.port.isOnNetwork }
        return .simulated(AccessoryModel(profile: channel).over(isOnNetwork ? .lan : .le))
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
