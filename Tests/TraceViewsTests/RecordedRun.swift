import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Traces
import Views

/// A scenario played on the simulated bench, with everything that a trace of it would hold.
struct RecordedRun {
    let events: [TraceEvent]
    let summary: RunSummary

    init(_ scenario: Scenario, on rig: Rig = .simulated, seed: UInt64 = 1) throws {
        let bench = try BenchFactory.open(rig, for: scenario, seed: seed)
        defer { bench.close() }
        var events: [TraceEvent] = []
        events.append(
            .began(
                TraceHeader(
                    scenario: scenario.name, rig: rig.name, seed: seed, program: "trammel, in a test",
                    wallClock: WallInstant(nanoseconds: 1_700_000_000_000_000_000), start: bench.now,
                    accessories: rig.accessories.map(\.name), hasKit: true, hasReader: true,
                    scenarioText: ScenarioFile.text(of: scenario), rigText: "")))
        let links = RecordedLinks(bench) { events.append($0) }
        let recorder = JournalRecorder(watchers: [
            { entry in if let note = TraceNote(entry) { events.append(.journal(note)) } }
        ])
        summary = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: links, recorder: recorder)
        events.append(.ended(verdict: "\(summary.verdict)", reason: summary.reason))
        self.events = events
    }

    var entries: [TimelineEntry] {
        var reader = TimelineReader()
        return events.compactMap { reader.receive($0) }
    }

    /// The entries' meanings, without instants and numbers.
    var texts: [String] { entries.map(\.text) }

    /// The whole page.
    var page: String {
        var reader = TimelineReader()
        var page = TracePage()
        for event in events { page.receive(event, reader.receive(event)) }
        return page.html
    }

    /// Returns the places where this run and another one differ.
    func differences(from other: RecordedRun, includingMeasurements: Bool = false) -> [FirstDifference] {
        var comparison = TraceComparison(includingMeasurements: includingMeasurements)
        let pair = [entries, other.entries]
        // Alternately, as the command does.
        for place in 0..<max(pair[0].count, pair[1].count) {
            if place < pair[0].count { comparison.receive(pair[0][place], of: .a) }
            if place < pair[1].count { comparison.receive(pair[1][place], of: .b) }
        }
        return comparison.finish()
    }
}
