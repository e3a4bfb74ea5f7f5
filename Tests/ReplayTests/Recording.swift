import Benches
import Engine
import FoundationEssentials
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
import Traces

/// A run on a simulated bench, and the trace of it.
struct Recording {
    let scenario: Scenario
    let rig: Rig
    let events: [TraceEvent]
    let journal: [JournalEntry]
    let summary: RunSummary

    /// Plays a scenario and records it.
    init(of scenario: Scenario, on rig: Rig = .simulated, seed: UInt64 = 1) throws {
        let links = try BenchFactory.open(rig, for: scenario, seed: seed)
        defer { links.close() }
        self.init(of: scenario, on: rig, seed: seed, links)
    }

    /// Plays a scenario on these links and records it; `wrap` may put something between the run and the recording.
    init(
        of scenario: Scenario, on rig: Rig, seed: UInt64, _ links: any LinkSet,
        wrap: (any LinkSet) -> any LinkSet = { $0 }
    ) {
        let needs = scenario.needs
        var events: [TraceEvent] = []
        let recorded = RecordedLinks(links) { events.append($0) }
        events.append(
            .began(
                TraceHeader(
                    scenario: scenario.name, rig: rig.name, seed: seed, program: "trammel tests",
                    wallClock: WallInstant(nanoseconds: 1_700_000_000_000_000_000), start: recorded.start,
                    accessories: rig.accessories.map(\.name), hasKit: needs.contains(.uwb),
                    hasReader: needs.contains(.nfc), scenarioText: ScenarioFile.text(of: scenario), rigText: "")))
        let recorder = JournalRecorder(watchers: [
            { entry in if let note = try? TraceNote(entry) { events.append(.journal(note)) } }
        ])
        summary = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: wrap(recorded), recorder: recorder)
        events.append(.ended(verdict: summary.verdict.description, reason: summary.reason))
        self.scenario = scenario
        self.rig = rig
        self.events = events
        journal = recorder.entries
    }

    /// A replay of this trace, or of these events in its place, with what is in the trace alone.
    func replay(_ changed: [TraceEvent]? = nil) throws -> Replay {
        try Replay(ReplayScript(changed ?? events), on: rig)
    }

    /// The trace as a file, and read back.
    func throughAFile() throws -> [TraceEvent] {
        var writer = TraceWriter()
        var file: [UInt8] = []
        for event in events { writer.append(event, to: &file) }
        let (read, error) = TraceReader.read(file)
        #expect(error == nil)
        return read
    }
}

/// The journal as text, with the frames, as it is kept on disk.
func text(of journal: [JournalEntry]) throws -> [UInt8] {
    try journal.flatMap { try $0.jsonLine() + [0x0A] }
}
