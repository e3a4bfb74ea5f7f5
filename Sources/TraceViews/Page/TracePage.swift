import Ground
import Journal
import Links
public import Recordings
import ScenarioKit
import Vocabulary

/// One trace as one self-contained page: distances against zones, message sequence and timeline.
///
/// Nothing in it comes from elsewhere: no script, no font, no picture. It holds a bounded part of a long trace and says
/// what it leaves out, so that any trace can be shown.
public struct TracePage: Sendable {
    /// Entries of the timeline beyond these are counted and not shown.
    public static let longestTimeline = 5_000
    /// Accessories beyond these have no picture.
    public static let mostTracks = 16

    private let filter: TimelineFilter
    private var header: TraceHeader?
    private var verdict: (kind: VerdictKind?, words: String)?
    /// What the failure means, where the scenario says it.
    private var meaning: String?
    private var code: FailureCode?
    private var zones: [DrawnZone] = []
    private var tracks: [DistanceTrack] = []
    /// What the kit measured, for traces without a journal.
    private var rawTracks: [DistanceTrack] = []
    private var changes: [DrawnChange] = []
    private var sequence = MessageSequence()
    private var entries: [TimelineEntry] = []
    private var leftOut = 0
    /// What ended the reading of a damaged file, as a sentence.
    private var complaint: String?

    /// `filter` chooses what the sequence and the timeline show.
    public init(filter: TimelineFilter = TimelineFilter()) { self.filter = filter }

    /// Takes the next event of the trace, with the entry that a `TimelineReader` made of it.
    public mutating func receive(_ event: TraceEvent, _ entry: TimelineEntry?) {
        switch event {
        case .began(let header):
            self.header = header
            zones = Self.zones(in: header.scenarioText)
        case .ended(let verdict, let reason):
            self.verdict = (VerdictKind(verdict), verdict + (reason.map { ": \($0)" } ?? ""))
        case .journal(let note): take(note)
        case .received, .waited, .clock, .stoodStill, .interrupted, .sent, .kernel, .gap: break
        }
        guard let entry else { return }
        if let frame = entry.frame {
            for (peer, distance) in frame.meaning.distances {
                Self.add(to: &rawTracks, "\(peer)") { $0.add(distance, at: entry.instant) }
            }
        }
        guard filter.shows(entry) else { return }
        sequence.receive(entry)
        guard entry.kind != EventKind.distance.rawValue else { return }
        if entries.count < Self.longestTimeline { entries.append(entry) } else { leftOut += 1 }
    }

    /// Says on the page why the file could not be read to its end.
    public mutating func note(_ complaint: String) { self.complaint = complaint }

    private mutating func take(_ note: TraceNote) {
        guard Self.isDrawn(note) else { return }
        switch note.event {
        case .phone(.distance(let accessory, let measured, let smoothed)):
            Self.add(to: &tracks, accessory.rawValue) { $0.add(measured, smoothed: smoothed, at: note.instant) }
        case .phone(.zone(let accessory, let change)):
            guard changes.count < Self.longestTimeline else { return }
            changes.append(DrawnChange(instant: note.instant, accessory: accessory, change: change))
        case .runEnded(let summary): (meaning, code) = (summary.meaning, summary.failures.first?.code)
        case .provenance, .runStarted, .stepStarted, .stepPassed, .stepFailed, .frame, .phone, .told, .finding, .fault,
            nil:
            break
        }
    }

    /// Whether its values are wanted: reading those of every note would take long.
    private static func isDrawn(_ note: TraceNote) -> Bool {
        note.isOf(.runEnded) || [EventKind.distance, .zone].contains { $0.rawValue == note.kind }
    }

    private static func add(
        to tracks: inout [DistanceTrack], _ name: String, _ change: (inout DistanceTrack) -> Void
    ) {
        if let place = tracks.firstIndex(where: { $0.name == name }) { return change(&tracks[place]) }
        guard tracks.count < mostTracks else { return }
        var track = DistanceTrack(name)
        change(&track)
        tracks.append(track)
    }

    private static func zones(in scenarioText: String) -> [DrawnZone] {
        guard !scenarioText.isEmpty, let scenario = try? ScenarioFile.scenario(from: scenarioText) else { return [] }
        return scenario.phone.zones.map {
            DrawnZone(
                name: $0.name.rawValue, radius: $0.radius, leavingRadius: $0.leavingRadius,
                accessory: $0.accessory?.rawValue)
        }
    }

    // MARK: The page

    /// The whole page.
    public var html: String {
        var html = HTMLText()
        let title = header.map { "\($0.scenario) on \($0.rig)" } ?? "trace"
        html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        html.element("title", "", "\(title) - Trammel")
        html.raw("<style>\(PageStyle.sheet)</style></head><body>\n<header>")
        html.element("h1", "", title)
        writeHead(&html)
        html.raw("</header>\n")
        writeCharts(&html)
        writeSequence(&html)
        writeTimeline(&html)
        html.raw("</body></html>\n")
        return html.text
    }

    private func writeHead(_ html: inout HTMLText) {
        let (kind, words) = self.verdict ?? (.aborted, "aborted: the trace has no verdict")
        html.element("p", "class=\"verdict \(Self.style(of: kind))\"", words)
        if let meaning { html.element("p", "class=\"meaning\"", "meaning: \(meaning)") }
        if let code { html.element("p", "class=\"facts\"", "code: \(code)") }
        if let header {
            html.element("p", "class=\"facts\"", "seed \(header.seed), recorded by \(header.program)")
        }
        if let complaint { html.element("p", "class=\"complaint\"", complaint) }
        html.raw("<nav><a href=\"#distance\">Distance</a> <a href=\"#sequence\">Sequence</a> ")
        html.raw("<a href=\"#timeline\">Timeline</a></nav>")
    }

    private func writeCharts(_ html: inout HTMLText) {
        html.raw("<section id=\"distance\"><h2>Distance</h2>\n")
        let shown = tracks.isEmpty ? rawTracks : tracks
        let first = shown.compactMap(\.samples.first?.instant).min() ?? .start
        let last = shown.compactMap(\.samples.last?.instant).max() ?? .start
        let time = ChartAxis.time(from: first, to: last)
        for track in shown {
            let own = zones.filter { $0.accessory == nil || $0.accessory == track.name }
            let itsChanges = changes.filter { $0.accessory.rawValue == track.name }
            guard let chart = DistanceChart(track: track, zones: own, changes: itsChanges, time: time) else { continue }
            html.raw("<figure><figcaption>")
            html.data(track.name)
            html.raw(" <span class=\"key\">")
            for (style, name) in chart.legend { html.raw("<span><i class=\"\(style)\"></i>\(name)</span> ") }
            html.raw("</span></figcaption>\(chart.svg)</figure>\n")
        }
        if shown.isEmpty { html.raw("<p class=\"none\">Nothing was measured.</p>\n") }
        html.raw("</section>\n")
    }

    private func writeSequence(_ html: inout HTMLText) {
        html.raw("<section id=\"sequence\"><h2>Message sequence</h2>\n")
        SequenceTable(sequence).write(to: &html)
        html.raw("</section>\n")
    }

    private func writeTimeline(_ html: inout HTMLText) {
        html.raw("<section id=\"timeline\"><h2>Timeline</h2>\n<ol class=\"timeline\">\n")
        for entry in entries {
            let style = entry.frame == nil ? Self.style(of: entry.kind) : "frame"
            html.raw("<li class=\"\(style)\">")
            html.element("span", "class=\"time\"", entry.instant.description)
            if let frame = entry.frame {
                html.element("span", "class=\"number\"", "#\(frame.number)")
                let arrow = frame.direction == .inbound ? "\u{2190}" : "\u{2192}"
                html.element("span", "class=\"link\"", "\(arrow) \(frame.link)")
            } else {
                html.element("span", "class=\"number\"", "")
                html.element("span", "class=\"link\"", entry.kind)
            }
            html.element("span", "class=\"text\"", entry.text)
            html.raw("</li>\n")
        }
        html.raw("</ol>\n")
        if leftOut > 0 {
            html.element("p", "class=\"none\"", "\(leftOut) more entries are left out; trammel show prints them all.")
        }
        html.raw("</section>\n")
    }

    /// The accessory was right, or wrong; the rig was wrong; or nothing was judged.
    private static func style(of verdict: VerdictKind?) -> String {
        switch verdict {
        case .passed: "good"
        case .failed: "bad"
        case .error, .timedOut: "rig"
        case .skipped, .aborted, nil: "open"
        }
    }

    private static func style(of kind: String) -> String {
        switch EntryKind(rawValue: kind) {
        case .stepStarted, .stepPassed: "step"
        case .stepFailed, .fault, .gap: "wrong"
        case .finding: "finding"
        case .verdict: "mark"
        case .runStarted, .runEnded, .trace, .imported, .stoodStill, .interrupted, .kernel, .session, nil:
            kind == EventKind.zone.rawValue ? "mark" : "note"
        }
    }
}
