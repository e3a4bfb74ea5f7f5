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

/// A run on a simulated bench, with its trace.
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

    /// Plays a scenario on these links and records it; `wrap` may insert links between the run and the recording.
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
            { entry in if let note = TraceNote(entry) { events.append(.journal(note)) } }
        ])
        summary = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: wrap(recorded), recorder: recorder)
        events.append(.ended(verdict: summary.verdict.description, reason: summary.reason))
        self.scenario = scenario
        self.rig = rig
        self.events = events
        journal = recorder.entries
    }

    /// Returns a replay of this trace, or of these events instead, using only the trace's contents.
    func replay(_ changed: [TraceEvent]? = nil) throws -> Replay {
        try Replay(ReplayScript(changed ?? events), on: rig)
    }

    /// Writes the trace to a file and reads it back.
    func throughAFile() throws -> [TraceEvent] {
        var writer = TraceWriter()
        var file: [UInt8] = []
        for event in events { writer.append(event, to: &file) }
        let (read, error) = TraceReader.read(file)
        #expect(error == nil)
        return read
    }
}

/// Returns the journal as text, including frames, as it is stored on disk.
func text(of journal: [JournalEntry]) throws -> [UInt8] {
    journal.flatMap { $0.jsonLine() + [0x0A] }
}
