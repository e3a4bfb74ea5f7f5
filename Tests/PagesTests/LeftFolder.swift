import Evidence
import Ground
import Journal
import Links
import Recordings
import Reports
import TestSupport
import Testing
import Traces
import Views

/// A folder with runs as a command leaves them, made from summaries without playing anything.
struct LeftFolder {
    static let provenance = Provenance(
        program: "test", host: "here", system: "none", date: "2026-11-22T00:00:00Z", rig: "r", kind: "simulated",
        parts: [.init(role: "door", port: "le:AA")], overrides: ["--port uwb=none"])

    let path: String
    private var tally = RunTally()

    /// Creates the folder; runs without a summary never end.
    init(_ path: String, _ runs: [RunSummary?], coverage: RunCoverage? = nil, ends: Bool = true) throws {
        self.path = path
        let folder = try EvidenceFolder(
            in: path, options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run", with: Self.provenance)
        tally.coverage = coverage
        for (index, summary) in runs.enumerated() {
            let scenario = summary?.scenario ?? "unended"
            let run = try folder.begin(run: index + 1, of: scenario, seed: 1, isLive: false)
            guard let summary else {
                run.trace.begin(Self.header("unended"))
                continue
            }
            try Self.play(summary, into: run)
            tally.count(summary)
        }
        if ends { try SuiteRecord(tally, of: Self.provenance, in: path).write(in: path) }
    }

    /// The exit status that a command would have.
    var status: CommandStatus { tally.exitStatus }

    private static func play(_ summary: RunSummary, into run: RunEvidence) throws {
        if case .skipped = summary.verdict {
        } else if summary.verdict != .error {
            run.trace.begin(header(summary.scenario))
            let header = RunHeader(scenario: summary.scenario, rig: "r", seed: 1)
            run.receive(JournalEntry(.runStarted(header: header), at: .start))
            let step = StepRecord(number: 1, depth: 0, text: "connect to door", spot: summary.spot)
            run.receive(JournalEntry(.stepStarted(step: step), at: .start))
            let frames = [hostile, "Phone connected"].enumerated().map { place, text in
                Arrival(.console("door", text), at: .start + .milliseconds(place + 1))
            }
            for (place, arrival) in frames.enumerated() {
                run.trace.record(.received(arrival, now: arrival.instant, number: place + 1))
                let frame = FrameRecord(
                    number: place + 1, instant: arrival.instant, direction: .inbound, link: .console("door"),
                    kind: "text", bytes: [])
                run.receive(JournalEntry(.frame(frame: frame), at: arrival.instant))
            }
            if let failure = summary.failures.first {
                let event = JournalEvent.stepFailed(step: step, elapsed: .seconds(1), failure: failure)
                run.receive(JournalEntry(event, at: failure.instant))
            }
        }
        run.receive(JournalEntry(.runEnded(summary: summary), at: .start + summary.elapsed))
        _ = run.settle(summary)
    }

    /// A text that would be markup if it were not escaped.
    static let hostile = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u{202E}"

    private static func header(_ scenario: String) -> TraceHeader {
        TraceHeader(
            scenario: scenario, rig: "r", seed: 1, program: "test", wallClock: WallInstant(nanoseconds: 0),
            start: .start, accessories: ["door"], hasKit: false, hasReader: false, scenarioText: "", rigText: "")
    }

    /// Returns a run's summary with two frames.
    static func run(
        _ verdict: Verdict, _ scenario: String = "s", error: RunError? = nil, failures: [Failure] = [],
        reason: String? = nil
    ) -> RunSummary {
        RunSummary(
            scenario: scenario, spot: SourceSpot(file: "s.swift", line: 7), rig: "r", seed: 1, verdict: verdict,
            reason: reason, error: error, failures: failures,
            measured: [Measured(Measured.frames, .count(2))], stepsPassed: verdict == .passed ? 1 : 0, stepsInAll: 1,
            elapsed: .seconds(1))
    }

    /// Returns a failed run with its last frame.
    static func failure(_ scenario: String, meaning: String = "it never starts", code: String = "session.neverStarted")
        -> RunSummary
    {
        let frame = FrameRecord(
            number: 2, instant: .start + .milliseconds(2), direction: .inbound, link: .console("door"), kind: "text")
        let failure = Failure(
            code: FailureCode(rawValue: code), expected: "exchange with \(hostile)", seen: hostile,
            measured: Measured("exchange", .span(.seconds(2)), limit: .span(.seconds(1))), meaning: meaning,
            spot: SourceSpot(file: "s.swift", line: 7), instant: .start + .milliseconds(900), link: .console("door"),
            lastFrames: [frame])
        return run(.failed, scenario, failures: [failure], reason: "expected \(hostile)")
    }

    /// Writes the pages, and parses the page of all runs.
    func page(_ expected: CommandStatus = .passed, _ where: SourceLocation = #_sourceLocation) throws -> Markup {
        let status = try SuitePages(of: [path]).write()
        #expect(status == expected, sourceLocation: `where`)
        return try Self.markup("\(path)/\(SuitePages.fileName)", `where`)
    }

    /// Parses a page, which must be valid and contain no dead links.
    static func markup(_ path: String, _ where: SourceLocation = #_sourceLocation) throws -> Markup {
        let markup = Markup(try #require(Scratch.text(of: path), sourceLocation: `where`))
        #expect(markup.mistakes == [] && markup.strayAddresses == [], sourceLocation: `where`)
        for address in markup.values(of: "href") where !address.hasPrefix("#") {
            let parts = address.split(separator: "#", maxSplits: 1).map(String.init)
            let target = "\(Files.folder(of: path))/\(decoded(parts[0]))"
            let page = Markup(try #require(Scratch.text(of: target), "\(address)", sourceLocation: `where`))
            let isThere = parts.count < 2 || page.values(of: "id").contains(parts[1])
            #expect(isThere, "\(address) leads nowhere", sourceLocation: `where`)
        }
        return markup
    }

    private static func decoded(_ address: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(address.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
