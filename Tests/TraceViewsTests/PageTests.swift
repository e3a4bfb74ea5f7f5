import Foundation
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
import Traces
import Views

struct PageTests {
    @Test("a page shows distances against zones, the message sequence and the timeline")
    func parts() throws {
        let page = try RecordedRun(.named("fullFlow")).page
        for part in [
            "<h1>fullFlow on simulated</h1>", "<p class=\"verdict good\">\u{2714} passed</p>",
            "<svg class=\"chart timed\"",
            ">far</text>", ">near</text>", "class=\"smoothed\"", "entered far</text>",
            "<b>phone</b><b>door</b><b>UWB kit</b><b>tag</b>", "Nordic UART RX): initialize",
            "ranging rounds, ", "<ol class=\"timeline\">",
        ] {
            #expect(page.contains(part), "\(part) is missing")
        }
        #expect(page.hasSuffix("</body></html>\n"))
    }

    @Test("a failure's meaning is the verdict's sentence, and is in the timeline")
    func meaning() throws {
        let rig = try Rig.simulated.replacing("door=simulated:defect=bigEndianSessionID,name=Door")
        let run = try RecordedRun(.named("probeSessionID"), on: rig)
        let meaning = "it reads the session id 0x00000102 as 0x02010000, its bytes in reverse"
        #expect(run.page.contains("<p class=\"verdict bad\">\u{2718} failed: \(meaning)</p>"))
        #expect(run.entries.contains { $0.kind == "step failed" && $0.text.hasSuffix(meaning) })
    }

    @Test("a page needs no external resources and runs only its own script")
    func selfContained() throws {
        let page = try RecordedRun(.named("fullFlow")).page
        for foreign in ["src=", "@import", "url(", "<link", "<iframe", "javascript:"] {
            #expect(!page.contains(foreign), "\(foreign) is there")
        }
    }

    @Test("the page's policy knows its script, and no other")
    func policy() throws {
        let page = try RecordedRun(.named("fullFlow")).page
        let start = try #require(page.firstRange(of: "<script>")).upperBound
        let end = try #require(page.firstRange(of: "</script>")).lowerBound
        let scratch = try Scratch()
        try Scratch.write(String(page[start..<end]), to: scratch("script"))
        let digits = Array(try OtherProgram.run("/usr/bin/sha256sum", [scratch("script")]).output.utf8.prefix(64))
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        #expect(bytes.count == 32 && page.contains("script-src 'sha256-\(Data(bytes).base64EncodedString())'"))
    }

    @Test("every element that is opened is closed, ids are unique and links lead somewhere, in every scenario's page")
    func wellFormed() throws {
        for scenario in Scenario.all {
            let markup = Markup(try RecordedRun(scenario).page)
            #expect(markup.mistakes == [] && markup.strayAddresses == [], "\(scenario.name)")
        }
    }

    @Test("the headline leads to the step that failed, and the step to its last frame")
    func jumps() throws {
        let rig = try Rig.simulated.replacing("door=simulated:defect=alreadyRanging,name=Door")
        let run = try RecordedRun(.named("leftRanging"), on: rig)
        let frame = try #require(run.summary.failures.first?.lastFrames.last?.number)
        let page = Markup(run.page)
        let failed = page.elements.first { $0.name == "tr" && $0.attributes["data-item"] == "bad" }
        let step = try #require(failed?.attributes["id"])
        let links = page.values(of: "href")
        #expect(links.first == "#\(step)" && links.count { $0 == "#frame-\(frame)" } >= 2)
        #expect(page.values(of: "id").contains("frame-\(frame)") && page.strayAddresses == [])
    }

    @Test("steps stand with their result, what they measured and the limit")
    func steps() throws {
        let run = try RecordedRun(.named("fullFlow"))
        let page = Markup(run.page)
        let rows = page.elements.count { $0.name == "tr" && $0.attributes["data-item"] == "step" }
        #expect(rows == run.entries.count { $0.kind == "step started" })
        #expect(page.text.contains(" of 5.00 s"))
    }

    @Test("the set-up and rounds are folded, and bytes are there on demand")
    func folds() throws {
        let page = Markup(try RecordedRun(.named("fullFlow")).page)
        let folds = page.elements.filter { $0.attributes["class"] == "fold" }
        #expect(folds.count >= 3 && folds.allSatisfy { $0.attributes["open"] == nil })
        #expect(page.elements.contains { $0.attributes["class"] == "bytes" })
        #expect(page.text.contains("setup: kit, connection and discovery"))
    }

    @Test("a long trace's end is shown too, where runs fail")
    func longTrace() {
        var page = TracePage()
        var reader = TimelineReader()
        let count = 2 * TracePage.longestTimeline
        for number in 1...count {
            let event = TraceEvent.sent(.bluetooth("door", .frame([0x52, 0x01, 0x00])), at: .start, number: number)
            page.receive(event, reader.receive(event))
        }
        let ids = Markup(page.html).values(of: "id").filter { $0.hasPrefix("frame-") }
        #expect(ids.count == TracePage.longestTimeline)
        #expect(ids.first == "frame-1" && ids.last == "frame-\(count)")
    }

    @Test("text of an accessory or a file stays text")
    func escaping() {
        let hostile = "<script>alert(1)</script>\"'&\u{202E}\u{1B}"
        var page = TracePage()
        var reader = TimelineReader()
        let header = TraceHeader(
            scenario: hostile, rig: hostile, seed: 1, program: hostile, wallClock: WallInstant(nanoseconds: 0),
            start: .start,
            accessories: [AccessoryName(hostile)], hasKit: true, hasReader: true, scenarioText: hostile, rigText: "")
        let console = Inbound.console(AccessoryName(hostile), hostile)
        let failed = Inbound.bluetooth(AccessoryName(hostile), .connectFailed(hostile))
        let events: [TraceEvent] = [
            .began(header), .received(Arrival(console, at: .start), now: .start, number: 1),
            .received(Arrival(failed, at: .start), now: .start, number: 2),
            .journal(TraceNote("zone", at: .start, link: .bluetooth(AccessoryName(hostile)), text: hostile, line: [])),
            .gap(hostile),
            .ended(verdict: hostile, reason: hostile),
        ]
        for event in events { page.receive(event, reader.receive(event)) }
        page.note(hostile)
        let html = page.html
        #expect(!html.contains("<script>alert") && !html.contains("\u{202E}") && !html.contains("\u{1B}"))
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\u{202e}\\u{1b}"))
        #expect(Markup(html).mistakes == [])
    }

    @Test("a trace without a verdict reads as aborted, and a long one says what is left out")
    func abortedAndLong() {
        var page = TracePage()
        var reader = TimelineReader()
        let count = TracePage.longestTimeline + 7
        for number in 1...count {
            let event = TraceEvent.sent(.bluetooth("door", .frame([0x52, 0x01, 0x00])), at: .start, number: number)
            page.receive(event, reader.receive(event))
        }
        let html = page.html
        #expect(html.contains("class=\"verdict open\">\u{25CB} aborted: the trace has no verdict"))
        #expect(html.contains(">7 more entries between these"))
        #expect(html.contains("\(count) writes of the phone, of unknown meaning"))
        #expect(html.contains("Nothing was measured."))
    }

    @Test(
        "each verdict has its own colour: the accessory was right or wrong, the rig was wrong, nothing was judged",
        arguments: [
            ("passed", "good"), ("failed: no answer", "bad"), ("error: no kit", "rig"), ("timed out", "rig"),
            ("skipped: imported from btsnoop: nothing was judged", "open"), ("aborted", "open"),
        ])
    func verdicts(verdict: String, style: String) {
        var page = TracePage()
        let words = verdict.split(separator: ":", maxSplits: 1).map(String.init)
        page.receive(.ended(verdict: words.first ?? "", reason: words.dropFirst().first), nil)
        #expect(page.html.contains("<p class=\"verdict \(style)\">"))
        #expect(page.html.contains(".\(style){color:var(--"))
    }

    @Test("without a journal the kit's own measurements are drawn")
    func withoutJournal() throws {
        var page = TracePage()
        var reader = TimelineReader()
        for event in try RecordedRun(.named("fullFlow")).events {
            if case .journal = event { continue }
            page.receive(event, reader.receive(event))
        }
        #expect(page.html.contains("class=\"measured\" d=\"M"))
    }
}
