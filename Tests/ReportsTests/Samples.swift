import Ground
import Journal
import Reports

/// Collects output, so that tests can compare the exact text.
final class MemoryOutput: TextOutput {
    private(set) var text = ""
    func write(_ text: String) { self.text += text }
}

/// Returns the console's exact text for these events; each event is an entry at its number in tenths of a second.
func shown(
    _ events: [JournalEvent], on terminal: TerminalTraits = .plain, verbose: Bool = false,
    detail: ReportDetail? = nil, runs: Int = 1
) -> String {
    let output = MemoryOutput()
    let report = ConsoleReport(
        to: output, terminal: terminal, detail: detail ?? (verbose ? .everything : .steps), runs: runs)
    for (index, event) in events.enumerated() {
        report.receive(JournalEntry(event, at: .start + .milliseconds(100) * index))
    }
    return output.text
}

/// Steps as the engine reports them.
enum Sample {
    static let header = RunHeader(scenario: "zoneWalk", rig: "simulated", seed: 7)
    static let connect = StepRecord(
        number: 1, depth: 0, text: "connect to door within 5.00 s", spot: spot(line: 8))
    static let walk = StepRecord(number: 2, depth: 0, text: "walk toward door", spot: spot(line: 9))
    static let enter = StepRecord(number: 3, depth: 1, text: "enter far at 3.00 m", spot: spot(line: 10))

    static func spot(line: Int) -> SourceSpot { SourceSpot(file: "Scenarios/Zones.swift", line: line) }

    static let frame = FrameRecord(
        number: 12, instant: .start + .milliseconds(1500), direction: .inbound, link: .bluetooth("door"), kind: "att",
        bytes: [0x1B, 0x0E])

    static let failure = Failure(
        code: "walk.otherZoneChange", expected: "far entered at 3.00 m, give or take 0.30 m",
        seen: "it was entered at 3.41 m", spot: spot(line: 10),
        instant: .start + .milliseconds(2100), link: .bluetooth("door"),
        lastFrames: [
            frame,
            FrameRecord(
                number: 13, instant: .start + .milliseconds(1600), direction: .outbound, link: .bluetooth("door"),
                kind: "disconnect", values: ["reason": .text("local")], meaning: "disconnect"),
        ])

    static func summary(
        _ verdict: Verdict, scenario: String = "zoneWalk", rig: String = "simulated", seed: UInt64 = 7,
        reason: String? = nil, failures: [Failure] = [], findings: [LinkFinding] = [], measured: [Measured] = []
    ) -> RunSummary {
        RunSummary(
            scenario: scenario, spot: spot(line: 7), rig: rig, seed: seed, verdict: verdict, reason: reason,
            failures: failures, findings: findings, measured: measured, stepsPassed: 2, stepsInAll: 3,
            elapsed: .milliseconds(4200))
    }

    static let provenance = Provenance(
        program: "trammel 1.2", host: "bench7", system: "Linux 6.1.0 x86_64", date: "2026-11-22T18:33:55Z",
        rig: "simulated", kind: "simulated", parts: [.init(role: "uwb", port: "none")],
        overrides: ["--port uwb=none"])

    /// Returns a failure with a meaning.
    static func failure(meaning: String?, seen: String = "it was entered at 3.41 m") -> Failure {
        Failure(
            code: "walk.otherZoneChange", expected: "far entered at 3.00 m, give or take 0.30 m", seen: seen,
            meaning: meaning, spot: spot(line: 10),
            instant: .start)
    }

    static func turnAround(_ microseconds: Int) -> Measured {
        Measured("turn-around", .span(.microseconds(microseconds)))
    }
}

/// Returns the words of a text, regardless of line breaks.
func words(_ text: String) -> String { text.split { $0.isWhitespace }.joined(separator: " ") }

/// Returns the console output at the end of these runs.
func finished(_ tally: RunTally, detail: ReportDetail = .runs) -> String {
    let output = MemoryOutput()
    ConsoleReport(to: output, terminal: .plain, detail: detail, runs: tally.summaries.count)
        .finish(tally, of: Sample.provenance)
    return output.text
}
