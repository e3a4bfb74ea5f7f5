import Ground
import Links
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing
import TraceViews
import Traces

struct PageTests {
    @Test("a page shows distances against zones, the message sequence and the timeline")
    func parts() throws {
        let page = try RecordedRun(.named("fullFlow")).page
        for part in [
            "<h1>fullFlow on simulated</h1>", "<p class=\"verdict good\">passed</p>", "<svg class=\"chart\"",
            ">far</text>", ">near</text>", "class=\"smoothed\"", "entered far</text>",
            "<b>phone</b><b>door</b><b>UWB kit</b><b>tag</b>", "Nordic UART RX): initialize",
            "ranging rounds, ", "<ol class=\"timeline\">",
        ] {
            #expect(page.contains(part), "\(part) is missing")
        }
        #expect(page.hasSuffix("</body></html>\n"))
    }

    @Test("a failure's meaning stands below the verdict and in the timeline")
    func meaning() throws {
        let rig = try Rig.simulated.replacing("door=simulated:defect=bigEndianSessionID,name=Door")
        let run = try RecordedRun(.named("probeSessionID"), on: rig)
        let meaning = "meaning: it reads the session id with its bytes in the wrong order"
        #expect(run.page.contains("<p class=\"meaning\">\(meaning)</p>"))
        #expect(run.entries.contains { $0.kind == "step failed" && $0.text.hasSuffix(meaning) })
    }

    @Test("a page needs nothing from elsewhere and runs nothing")
    func selfContained() throws {
        let page = try RecordedRun(.named("fullFlow")).page
        for foreign in ["<script", "src=", "@import", "url(", "<link", "<iframe", "javascript:"] {
            #expect(!page.contains(foreign), "\(foreign) is there")
        }
    }

    @Test("every element that is opened is closed, in every scenario's page")
    func wellFormed() throws {
        for scenario in Scenario.all {
            #expect(Self.openElements(of: try RecordedRun(scenario).page) == [], "\(scenario.name)")
        }
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
            .journal(TraceNote("zone", at: .start, link: hostile, text: hostile, line: [])), .gap(hostile),
            .ended(verdict: hostile, reason: hostile),
        ]
        for event in events { page.receive(event, reader.receive(event)) }
        page.note(hostile)
        let html = page.html
        #expect(!html.contains("<script") && !html.contains("\u{202E}") && !html.contains("\u{1B}"))
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\u{202e}\\u{1b}"))
        #expect(Self.openElements(of: html) == [])
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
        #expect(html.contains("class=\"verdict open\">aborted: the trace has no verdict"))
        #expect(html.contains(">7 more entries are left out"))
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

    /// The elements that are open at the end, innermost last; those that never close are left out.
    private static func openElements(of html: String) -> [String] {
        var open: [String] = []
        var rest = html[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            let name = String(tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber })
            if tag.hasPrefix("!") || tag.hasSuffix("/") || name == "meta" { continue }
            if tag.hasPrefix("/") {
                guard open.last == name else { return open + ["</\(name)"] }
                open.removeLast()
            } else {
                open.append(name)
            }
        }
        return open
    }
}
