import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Recordings
import Traces

enum Samples {
    static let provenance = Provenance(
        program: "test", host: "here", system: "none", date: "2026-11-22T00:00:00Z", rig: "r", kind: "simulated",
        parts: [], overrides: [])

    static let header = TraceHeader(
        scenario: "s", rig: "r", seed: 1, program: "test", wallClock: WallInstant(nanoseconds: 0), start: .start,
        accessories: ["door"], hasKit: false, hasReader: false, scenarioText: "", rigText: "")

    static func arrival(_ number: Int) -> TraceEvent {
        let arrival = Arrival(.console("door", "line \(number)"), at: .start + .milliseconds(number))
        return .received(arrival, now: arrival.instant + .microseconds(3), number: number)
    }

    static func summary(
        _ verdict: Verdict, _ scenario: String = "s", reason: String? = nil, seed: UInt64 = 1
    ) -> RunSummary {
        RunSummary(
            scenario: scenario, spot: SourceSpot(file: "s.swift", line: 1), rig: "r", seed: seed, verdict: verdict,
            reason: reason)
    }

    /// Returns the contents of a trace on disk, with the doubts that reading it raised.
    static func read(_ path: String) throws -> (events: [TraceEvent], doubts: [EvidenceIssue]) {
        var (events, doubts) = ([TraceEvent](), [EvidenceIssue]())
        let trace = try ShownTrace(path) { doubts.append($0) }
        while let more = try trace.next() { events += more }
        return (events, doubts)
    }
}
