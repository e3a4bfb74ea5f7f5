import Ground
import Journal
import Links
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import TestSupport
import Testing

@testable import Views

/// The page of a run as a place to look for the cause of a failure.
struct RunPageTests {
    private static let failed = Result {
        try RecordedRun(
            .named("uses.sessionID"), on: .simulated.replacing("door=simulated:defect=bigEndianSessionID,name=Door"))
    }
    private static let passed = Result { try RecordedRun(.named("fullFlow")) }

    /// Returns the page before the list of all frames.
    private static func overview(_ run: RecordedRun) throws -> String {
        let page = run.page
        return String(page[..<(try #require(page.firstRange(of: "<details class=\"whole\"")).lowerBound)])
    }

    /// Returns the part of a page from one text up to another.
    private static func part(from start: String, to end: String, of page: String) throws -> String {
        let rest = page[try #require(page.firstRange(of: start)).lowerBound...]
        return String(rest[..<(try #require(rest.firstRange(of: end)).lowerBound)])
    }

    @Test("the sentence of a failure is on the page once, at its head, with its code")
    func onceAtTheHead() throws {
        let run = try Self.failed.get()
        let failure = try #require(run.summary.failures.first)
        let text = Markup(try Self.overview(run)).text
        for sentence in [try #require(failure.meaning), failure.seen] {
            #expect(text.ranges(of: sentence).count == 1, "\(sentence)")
        }
        let head = try Self.part(from: "<header>", to: "</header>", of: run.page)
        #expect(Markup(head).text.contains(failure.seen) && head.contains("<b>session.rangesNot</b>: "))
    }

    @Test("the last frame received before a failure is decoded field by field, in words")
    func proof() throws {
        let proof = Markup(
            try Self.part(from: "<section id=\"proof\">", to: "</section>", of: try Self.failed.get().page))
        #expect(proof.text.contains("Last frame received on uwb kit"))
        #expect(proof.text.contains("no distance: without an answer (RX timeout), RANGING_RX_TIMEOUT"))
        #expect(proof.values(of: "href").first?.hasPrefix("#frame-") == true)
    }

    @Test("parameters of a session are shown in words with their frame")
    func parameters() throws {
        let page = try Self.passed.get().page
        for field in [
            "<dt>device type</dt><dd>controller (1)</dd>", "<dt>slot duration</dt><dd>3600 RSTU, 3.00 ms</dd>",
            "<dt>static vector</dt>", "<dt>preferred update rate</dt><dd>",
        ] {
            #expect(page.contains(field), "\(field)")
        }
    }

    @Test("the page of a run that passes has few rows: rounds and plain answers share one")
    func rows() throws {
        let page = try Self.passed.get().page
        let rows = page.matches(of: /<div class="row[ "]/).count
        #expect(rows < 100, "\(rows) rows")
        #expect(page.contains("SESSION_SET_APP_CONFIG 0x00000001: 19 parameters: answered OK</p>"))
        #expect(page.contains("phone to door: </span>") && page.contains("between phone and UWB kit: </span>"))
        let timeline = Markup(page).elements.first { $0.attributes["id"] == "timeline" }
        #expect(timeline?.name == "details" && timeline?.attributes["open"] == nil)
    }

    @Test("in a long sequence each step is folded")
    func longSequence() throws {
        let page = try RecordedRun(.named("hundredRounds")).page
        let sequence = Markup(
            try Self.part(from: "<section id=\"sequence\">", to: "<section id=\"figures\">", of: page))
        let folds = sequence.elements.filter { $0.attributes["class"] == "fold" }
        #expect(folds.count > 150 && folds.allSatisfy { $0.attributes["open"] == nil })
    }

    @Test("a trace of any length gives a page of bounded size, however much its frames hold")
    func bounded() throws {
        let configured = try #require(
            try Self.passed.get().entries.compactMap(\.frame).first { $0.bytes.starts(with: [0x21, 0x03]) })
        var page = TracePage()
        var reader = TimelineReader()
        for number in 1...2 * TracePage.longestTimeline {
            let event = TraceEvent.sent(.kit(.bytes(configured.bytes)), at: .start, number: number)
            page.receive(event, reader.receive(event))
        }
        let html = page.html
        #expect(html.utf8.count < 8_000_000, "\(html.utf8.count) bytes")
        #expect(html.matches(of: /<dt>device type</).count < 600)
    }

    @Test("a step names the last one inside it, and each row and frame names its innermost step")
    func menu() throws {
        let page = Markup(try Self.passed.get().page)
        let steps = page.elements.filter { $0.name == "tr" && $0.attributes["data-last"] != nil }
        let block = try #require(steps.first { $0.attributes["data-step"] == "5" })
        #expect(block.attributes["data-last"] == "9")
        #expect(steps.first?.attributes["data-last"] == "1")
        let frame = page.elements.first { $0.attributes["id"] == "frame-121" }
        #expect(frame?.attributes["data-step"] == "6")
        let rows = page.elements.filter { $0.attributes["class"]?.hasPrefix("row") == true }
        #expect(Set(rows.compactMap { $0.attributes["data-step"] }).isSuperset(of: ["2", "3", "6", "10", "12"]))
    }

    @Test("a frame belongs to the steps of all lanes that are being played")
    func lanes() throws {
        let page = Markup(try RecordedRun(.named("twoAccessories")).page)
        let frames = page.elements.filter { $0.attributes["id"]?.hasPrefix("frame-") == true }
        let steps = frames.compactMap { $0.attributes["data-step"] }
        #expect(steps.contains("2 3") && steps.contains("3 4") && steps.contains("8"))
        #expect(!steps.contains { $0.hasPrefix("1 ") }, "the block of the lanes has steps inside it")
    }

    @Test("configuration data that end too early are decoded as far as they go")
    func truncated() throws {
        let rig = try Rig.simulated.replacing("door=simulated:defect=shortConfiguration,name=Door")
        let page = try RecordedRun(.named("fullFlow"), on: rig).page
        let proof = try Self.part(from: "<section id=\"proof\">", to: "</section>", of: page)
        for field in [
            "<dt>UWB version, major</dt><dd>01 00</dd>", "<dt>role</dt><dd>00</dd>",
            "<dt>clock drift</dt><dd>19, 1 of 2 bytes</dd>",
        ] {
            #expect(proof.contains(field), "\(field)")
        }
    }

    @Test("a plot leads to its frames and back, and shows lost rounds, the true distance and the failure")
    func plot() throws {
        let page = try Self.passed.get().page
        let dots = Markup(page).values(of: "id").filter { $0.hasPrefix("dot-") }
        #expect(dots.count >= 15)
        for dot in dots {
            #expect(
                page.contains("href=\"#frame-\(dot.dropFirst(4))\" id=\"\(dot)\"") && page.contains("href=\"#\(dot)\""))
        }
        #expect(page.contains("class=\"truth\" d=\"M0.0 ") && page.contains("15 lost rounds</span>"))
        let failed = try Self.failed.get().page
        #expect(failed.contains(">failed: session.rangesNot</text>") && failed.contains("40 lost rounds</span>"))
    }

    @Test("every page follows the system's colours and lists its keys")
    func frame() throws {
        let page = try Self.passed.get().page
        #expect(page.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
        let keys = Markup(try Self.part(from: "<dialog id=\"keys\">", to: "</dialog>", of: page))
        #expect(keys.elements.count { $0.name == "kbd" } == 5 && keys.text.contains("next frame or failure"))
        #expect(!page.contains("overflow-wrap:anywhere"))
    }

    @Test("figures are in a table for each accessory with the median of several samples, the rig's own last")
    func figures() {
        let figures = PageFigures([
            Measured("turn-around", .span(.milliseconds(1))),
            Measured("start", of: "door", .span(.milliseconds(30))),
            Measured("start", of: "door", .span(.milliseconds(10))),
            Measured("start", of: "door", .span(.milliseconds(20)), times: 5),
            Measured("connect", of: "window", .span(.milliseconds(7))), Measured("retries", of: "door", .count(2)),
        ])
        var html = HTMLText()
        figures.write(to: &html)
        let captions = html.text.matches(of: /<caption>([^<]+)</).map { String($0.1) }
        #expect(captions == ["door", "window", "the rig itself"])
        #expect(
            html.text.contains("data-label=\"Value\">20.0 ms</td><td class=\"figure\" data-label=\"Samples\">7</td>"))
        #expect(html.text.matches(of: /<th scope="row">start</).count == 1)
        #expect(PageFigures([]).isEmpty)
    }
}
