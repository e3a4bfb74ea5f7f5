import Ground
import Journal
import Links
import Recordings
import TestSupport
import Testing
import Traces

/// Returns the events of all trace files in a run's folder, in order.
func trace(in folder: String) -> (events: [TraceEvent], error: CaptureError?) {
    let files = (Scratch.names(in: folder) ?? []).filter { $0.hasPrefix("trace") }
    return TraceReader.read(files.flatMap { Scratch.bytes(of: "\(folder)/\($0)") ?? [] })
}

@Suite struct TraceTests {
    @Test func theTraceHasTheJournalsFramesAndNotesAndSaysWhatItIsOf() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "fullFlow", "--seed", "5", "--output", scratch("a")).status == 0)
        let folder = scratch("a/001-fullFlow-seed5")
        #expect(
            Scratch.names(in: folder) == [
                "journal.jsonl", "manifest.sha256", "page.html", "trace.pcapng", "verdict.json",
            ])
        let (events, error) = trace(in: folder)
        #expect(error == nil)
        guard case .began(let header) = events.first, case .ended("passed", nil) = events.last else {
            Issue.record("\(events.count) events")
            return
        }
        #expect(header.scenario == "fullFlow" && header.rig == "simulated" && header.seed == 5)
        #expect(header.hasKit && header.hasReader && header.accessories.first == "door")
        #expect(header.scenarioText.contains("trammel scenario") && header.rigText.contains("\"simulated\""))
        #expect(header.program.hasPrefix("trammel ") && header.wallClock.nanoseconds > 1_700_000_000_000_000_000)
        let journal = try #require(Scratch.bytes(of: "\(folder)/journal.jsonl"))
        // The place and time of the run are not events, and not in the trace.
        let lines = journal.split(separator: 0x0A).dropFirst().map(Array.init)
        let entries = try lines.map { try JournalEntry(jsonLine: $0) }
        let frames = entries.compactMap { if case .frame(let frame) = $0.event { frame } else { nil } }
        #expect(frames.count > 100)
        #expect(events.compactMap(\.frame) == frames.map { Frame($0) })
        let notes = events.compactMap { if case .journal(let note) = $0 { note.line } else { nil } }
        #expect(notes == lines.indices.filter { !entries[$0].isFrame }.map { lines[$0] })
    }

    @Test func oneSeedGivesOneTraceButForTheWallClock() throws {
        let scratch = try Scratch()
        for name in ["a", "b"] {
            try #require(try Program.run("run", "tagOpensApp", "--output", scratch(name)).status == 0)
        }
        let runs = ["a", "b"].map { trace(in: scratch("\($0)/001-tagOpensApp-seed1")).events.dropFirst() }
        #expect(runs[0] == runs[1] && runs[0].count > 20)
    }

    @Test func aFailedRunsTraceEndsWithTheFailure() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "answersAtOnce", "--port", "door=simulated:defect=answersTwice,name=Door", "--output", scratch("a"))
        let (events, error) = trace(in: scratch("a/001-answersAtOnce-seed1"))
        #expect(error == nil)
        guard case .ended(let verdict, _) = events.last else {
            Issue.record("\(ended.output)\(ended.error)")
            return
        }
        #expect(verdict == (ended.status == 1 ? "failed" : "passed"))
    }

    @Test func aRunThatIsNotPlayedHasNoTrace() throws {
        let scratch = try Scratch()
        _ = try Program.run("run", "zoneWalk", "--port", "motion=none", "--output", scratch("a"))
        #expect(
            Scratch.names(in: scratch("a/001-zoneWalk-seed1")) == ["journal.jsonl", "manifest.sha256", "verdict.json"])
    }

    @Test func aLimitCutsTheTraceIntoPartsOfThatSizeThatAreOneRun() throws {
        let scratch = try Scratch()
        let ended = try Program.run("run", "hundredRounds", "--trace-limit", "300K", "--output", scratch("a"))
        try #require(ended.status == 0, "\(ended.output)\(ended.error)")
        let folder = scratch("a/001-hundredRounds-seed1")
        let parts = (Scratch.names(in: folder) ?? []).filter { $0.hasPrefix("trace") }
        #expect(parts == ["trace-001.pcapng", "trace-002.pcapng", "trace-003.pcapng", "trace-004.pcapng"])
        for part in parts.dropLast() {
            let size = Scratch.bytes(of: "\(folder)/\(part)")?.count ?? 0
            #expect((307_200...340_000).contains(size), "\(part) has \(size) bytes")
        }
        let (events, error) = trace(in: folder)
        #expect(error == nil && events.last == .ended(verdict: "passed", reason: nil))
        #expect(!events.contains { if case .gap = $0 { true } else { false } })
    }

    @Test func onlyTheNewestPartsAreKeptWhereThatIsWanted() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "hundredRounds", "--trace-limit", "300K", "--trace-keep", "1", "--output", scratch("a"))
        try #require(ended.status == 0, "\(ended.output)\(ended.error)")
        let folder = scratch("a/001-hundredRounds-seed1")
        #expect(
            Scratch.names(in: folder) == [
                "journal.jsonl", "manifest.sha256", "page.html", "trace-004.pcapng", "verdict.json",
            ])
        let (events, error) = trace(in: folder)
        #expect(error == nil && events.dropFirst().first == .gap("parts 1 to 3 of the trace are missing"))
    }

    @Test func aDiskWithoutRoomIsAnErrorAndNotAPass() throws {
        let scratch = try Scratch()
        let ended = try Program.run("run", "tagOpensApp", "--trace-reserve", "1000000T", "--output", scratch("a"))
        #expect(ended.status == 3 && ended.error.contains("--trace-reserve asks for"), "\(ended.output)\(ended.error)")
        #expect(Scratch.names(in: scratch("a/001-tagOpensApp-seed1")) == ["journal.jsonl", "verdict.json"])
    }

    @Test(arguments: [
        ["--trace-limit", "1K"], ["--trace-limit", "big"], ["--trace-keep", "2"],
        ["--trace-limit", "2M", "--trace-keep", "0"], ["--trace-reserve", "99999999999T"],
    ])
    func mistakesInSizesAreUsageErrors(words: [String]) throws {
        let ended = try Program(["run", "tagOpensApp"] + words).end()
        #expect(ended.status == 64, "\(ended.error)")
    }
}

/// The fields of a frame that trace and journal have in common.
private struct Frame: Equatable {
    let number: Int
    let instant: Instant
    let isInbound: Bool
    let link: LinkID
    let bytes: [UInt8]

    init(_ number: Int, _ instant: Instant, isInbound: Bool, _ link: LinkID, _ bytes: [UInt8]) {
        self.number = number
        self.instant = instant
        self.isInbound = isInbound
        self.link = link
        self.bytes = bytes
    }

    init(_ record: FrameRecord) {
        number = record.number
        instant = record.instant
        isInbound = record.direction == .inbound
        link = record.link
        bytes = record.bytes
    }
}

extension TraceEvent {
    fileprivate var frame: Frame? {
        switch self {
        case .received(let arrival, _, let number):
            let bytes: [UInt8] =
                switch arrival.inbound {
                case .bluetooth(_, .frame(let bytes)), .kit(.bytes(let bytes)), .reader(.response(let bytes)): bytes
                default: []
                }
            return Frame(number, arrival.instant, isInbound: true, arrival.inbound.link, bytes)
        case .sent(let outbound, let instant, let number):
            let bytes: [UInt8] =
                switch outbound {
                case .bluetooth(_, .frame(let bytes)), .kit(.bytes(let bytes)), .reader(.exchange(let bytes, _)): bytes
                default: []
                }
            return Frame(number, instant, isInbound: false, outbound.link, bytes)
        default: return nil
        }
    }
}

extension JournalEntry {
    fileprivate var isFrame: Bool { if case .frame = event { true } else { false } }
}
