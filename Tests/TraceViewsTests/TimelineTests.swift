import Foundation
import Ground
import Journal
import Links
import Recordings
import ScenarioKit
import Scenarios
import Testing
import Traces
import Views
import Vocabulary

struct TimelineTests {
    @Test("every frame of every scenario has a meaning, and none is malformed unless the scenario tampered with it")
    func everyScenario() throws {
        var unread: [String: Int] = [:]
        for scenario in Scenario.all {
            let run = try RecordedRun(scenario)
            try #require(run.summary.verdict == .passed, "\(scenario.name): \(run.summary.reason ?? "")")
            let frames = run.entries.compactMap(\.frame)
            let counted = run.events.count {
                switch $0 {
                case .received, .sent: true
                default: false
                }
            }
            #expect(frames.count == counted && frames.map(\.number) == Array(1...counted))
            for frame in frames {
                #expect(!frame.meaning.text.contains("\n"))
                if frame.meaning.kind == "malformed" { unread[scenario.name, default: 0] += 1 }
                if case .uciPieces = frame.meaning { unread[scenario.name, default: 0] += 1 }
            }
        }
        #expect(unread == [:], "these are all well-formed on the simulated bench")
    }

    @Test("a run reads as a story: the steps between the messages of all links")
    func story() throws {
        let texts = try RecordedRun(.named("fullFlow")).texts
        let story = [
            "scenario fullFlow on rig simulated with seed 1", "open the kit", "connect to door", "connected to",
            "Nordic UART RX at", "(CCCD of Nordic UART TX): notifications on", "): initialize",
            "accessoryConfigurationData: UWB", "configureAndStart: UWB", "SESSION_INIT", "RANGE_START",
            "accessoryUwbDidStart", "ranging round 0 of", "entered far", "entered near", "READ page 3",
            "which completes NDEF: ", "app com.example.door", "): stop", "RANGE_STOP", "accessoryUwbDidStop",
            "disconnect", "passed",
        ]
        var place = texts.startIndex
        for sentence in story {
            let found = texts[place...].firstIndex { $0.contains(sentence) }
            #expect(found != nil, "\(sentence) does not come where it should")
            place = found.map { $0 + 1 } ?? place
        }
    }

    @Test("a trace file reads back as the run's events")
    func throughAFile() throws {
        let run = try RecordedRun(.named("fullFlow"))
        var writer = TraceWriter()
        let file = run.events.flatMap { writer.bytes(for: $0) }
        let read = TraceReader.read(file)
        #expect(read.error == nil)
        var reader = TimelineReader()
        #expect(read.events.compactMap { reader.receive($0) } == run.entries)
    }

    @Test("a packet of the kernel, a gap and an interruption are entries too")
    func otherEvents() {
        var reader = TimelineReader()
        let packet = CapturedPacket(
            instant: WallInstant(nanoseconds: 5), linkType: .bluetoothLinuxMonitor, direction: .inbound, bytes: [1, 2])
        let texts = [
            TraceEvent.gap("frames 3 to 5 are missing"), .interrupted(at: .start + .seconds(2)), .kernel(packet),
            .ended(verdict: "failed", reason: "no answer\u{1B}[1m"),
        ].compactMap { reader.receive($0)?.description }
        #expect(texts[0].contains("gap") && texts[0].hasSuffix("frames 3 to 5 are missing"))
        #expect(texts[1].contains("2.000 s") && texts[1].hasSuffix("a person ended the run"))
        #expect(texts[2].hasSuffix("01 02"))
        #expect(texts[3].hasSuffix("failed: no answer\\u{1b}[1m"))
        #expect(reader.receive(.waited(until: .start, deadline: .start)) == nil)
    }
}

struct FilterTests {
    private let entries: [TimelineEntry]

    init() throws { entries = try RecordedRun(.named("fullFlow")).entries }

    @Test("a link is named by its text or by one of its words, and what belongs to the run stays")
    func links() {
        for (name, link) in [("door", LinkID.bluetooth("door")), ("bluetooth", .bluetooth("door")), ("kit", .kit)] {
            let shown = entries.filter(TimelineFilter(links: [name]).shows)
            let links = shown.compactMap { $0.link?.description.split(separator: " ").map(String.init) }
            #expect(links.allSatisfy { $0.contains(name) })
            #expect(shown.contains { $0.link == link } && shown.contains { $0.kind == "step started" })
        }
        #expect(entries.filter(TimelineFilter(links: ["nothing"]).shows).allSatisfy { $0.link == nil })
    }

    @Test("kinds and times narrow it together")
    func kindsAndTimes() {
        let from = Instant.start + .seconds(1)
        let to = Instant.start + .seconds(2)
        let shown = entries.filter(TimelineFilter(kinds: ["ranging"], from: from, to: to).shows)
        #expect(!shown.isEmpty && shown.allSatisfy { $0.kind == "ranging" && $0.instant >= from && $0.instant <= to })
    }

    @Test("the kernel's packets are shown on request, and nowhere else")
    func kernel() {
        let note = TimelineEntry(.note(.init(kind: TimelineEntry.kernelKind, text: "")), at: .start)
        #expect(!TimelineFilter().shows(note))
        #expect(TimelineFilter(kinds: ["kernel"]).shows(note))
    }
}

struct JSONLineTests {
    private struct Line: Decodable {
        let instant: Int64
        let kind: String
        let text: String
        let link: String?
        let frame: Int?
        let direction: String?
        let bytes: String?
    }

    @Test("every line of a run is one object of JSON that says what the entry says")
    func lines() throws {
        for entry in try RecordedRun(.named("fullFlow")).entries {
            let line = try JSONDecoder().decode(Line.self, from: Data(entry.jsonLine.utf8))
            #expect(line.instant == entry.instant.nanoseconds && line.kind == entry.kind && line.text == entry.text)
            #expect(line.frame == entry.frame?.number && line.link == entry.link?.description)
            #expect(line.direction == entry.frame?.direction.rawValue)
            #expect([UInt8](hex: line.bytes ?? "") == entry.frame?.bytes ?? [])
        }
    }

    @Test("text from a file cannot end the line or the object")
    func hostile() throws {
        let text = "a\"},{\"b\":1\n\\\u{2028}\u{0}\u{7F}\u{1F600}"
        let entry = TimelineEntry(
            .note(.init(kind: text, link: .bluetooth(AccessoryName(text)), text: text)), at: .start)
        #expect(!entry.jsonLine.contains("\n") && !entry.jsonLine.contains("\u{2028}"))
        let line = try JSONDecoder().decode(Line.self, from: Data(entry.jsonLine.utf8))
        #expect(line.kind == text && line.link == entry.link?.description)
    }
}
