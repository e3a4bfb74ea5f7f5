public import Ground
public import Journal
import Links
public import Recordings
import ScenarioKit
import Vocabulary
import Wording

/// One trace as one self-contained page: distances with zones, message sequence and timeline.
///
/// It loads nothing: no font, no picture, and its script only filters, opens folds and copies. It shows a bounded
/// part of a long trace and states what it omits, so that any trace can be shown. Every step and frame shown has an
/// address: `#step-3`, `#frame-61`.
public struct TracePage: Sendable {
    /// The greatest number of timeline entries shown; any more are only counted.
    public static let longestTimeline = PageTimeline.mostFirst + PageTimeline.mostLast
    /// The greatest number of accessories with a chart.
    public static let mostTracks = 16

    private let filter: TimelineFilter
    private var header: TraceHeader?
    private var verdict: (kind: VerdictKind?, words: String)?
    /// The failure's meaning, if the scenario gives one.
    private var meaning: String?
    private var code: FailureCode?
    private var failures: [Failure] = []
    private var steps = PageSteps()
    private var zones: [DrawnZone] = []
    private var tracks: [DistanceTrack] = []
    /// The kit's measurements, for traces without a journal.
    private var rawTracks: [DistanceTrack] = []
    private var changes: [DrawnChange] = []
    private var sequence = MessageSequence()
    private var timeline = PageTimeline()
    /// Doubts about the run, and the error that ended the reading of a damaged file, each as a sentence.
    private var complaints: [String] = []
    /// The address of the page of all runs, relative to this one; nil for a standalone page.
    private let index: String?

    /// Creates a page; `filter` selects entries of sequence and timeline, and `index` is the address of the page of
    /// all runs.
    public init(filter: TimelineFilter = TimelineFilter(), index: String? = nil) {
        self.filter = filter
        self.index = index
    }

    /// Adds the next event of the trace, with its entry from a `TimelineReader`.
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
        if let frame = entry.frame { steps.receive(frame: frame.number) }
        sequence.receive(entry)
        guard entry.kind != EventKind.distance.rawValue else { return }
        timeline.receive(entry)
    }

    /// Adds a doubt to the page, such as the reason a file could not be read to its end.
    public mutating func note(_ complaint: String) { complaints.append(complaint) }

    /// Returns the number of the last frame before a failure; nil if the page does not show it.
    public func frame(of failure: Failure) -> Int? {
        failure.lastFrames.last.flatMap { timeline.frames.contains($0.number) ? $0.number : nil }
    }

    /// Returns the step that ended with a failure, and its duration; nil if the trace has none.
    public func step(of failure: Failure) -> (record: StepRecord, elapsed: Lapse?)? {
        let number = steps.number(of: failure)
        return steps.steps.first { $0.record.number == number }.map { ($0.record, $0.elapsed) }
    }

    private mutating func take(_ note: TraceNote) {
        guard Self.isDrawn(note) else { return }
        switch note.event {
        case .phone(.distance(let accessory, let measured, let smoothed)):
            Self.add(to: &tracks, accessory.rawValue) { $0.add(measured, smoothed: smoothed, at: note.instant) }
        case .phone(.zone(let accessory, let change)):
            guard changes.count < Self.longestTimeline else { return }
            changes.append(DrawnChange(instant: note.instant, accessory: accessory, change: change))
        case .runEnded(let summary):
            (meaning, code, failures) = (summary.meaning, summary.failures.first?.code, summary.failures)
        case .stepStarted, .stepPassed, .stepFailed:
            if let event = note.event { steps.receive(event, at: note.instant) }
        case .provenance, .runStarted, .frame, .phone, .finding, .fault, nil: break
        }
    }

    /// Returns whether the note's values are drawn; reading those of every note would be slow.
    private static func isDrawn(_ note: TraceNote) -> Bool {
        drawnKinds.contains(note.kind)
    }

    private static let drawnKinds = Set(
        [EntryKind.runEnded, .stepStarted, .stepPassed, .stepFailed].map(\.rawValue)
            + [EventKind.distance, .zone].map(\.rawValue))

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

    /// The distances that the page draws, one entry per accessory.
    public var distances: [DrawnDistances] {
        (tracks.isEmpty ? rawTracks : tracks).map { track in
            DrawnDistances(
                accessory: track.name, samples: track.samples.map { ($0.instant, $0.measured) },
                zones: zones.filter { $0.accessory.map { $0 == track.name } ?? true })
        }
    }

    // MARK: The page

    public var html: String {
        var html = HTMLText()
        let title = header.map { "\($0.scenario) on \($0.rig)" } ?? "trace"
        PageFrame.begin(&html, title: title)
        html.raw("<header>")
        html.element("h1", "", title)
        let shown = timeline.frames
        writeHead(&html, shown)
        html.raw("</header>\n<main>\n")
        html.raw("<section id=\"steps\"><h2>Steps</h2>\n")
        steps.write(to: &html, hasPassed: verdict?.kind == .passed) { shown.contains($0) }
        html.raw("</section>\n")
        if hasDistances { writeCharts(&html) }
        writeSequence(&html)
        writeTimeline(&html)
        html.raw("</main>\n")
        PageFrame.end(&html)
        return html.text
    }

    /// Whether there were, or may have been, measurements: a run without a kit has none.
    private var hasDistances: Bool { !tracks.isEmpty || !rawTracks.isEmpty || header?.hasKit != false }

    private func writeHead(_ html: inout HTMLText, _ shown: Set<Int>) {
        let (kind, words) = self.verdict ?? (.aborted, Sentence.traceHasNoVerdict.description)
        html.raw("<p class=\"verdict \(Self.style(of: kind))\">\(VerdictSymbol.symbol(of: kind)) ")
        html.data(words)
        html.raw("</p>")
        for failure in failures { write(failure, shown, to: &html) }
        if let meaning { html.element("p", "class=\"meaning\"", "meaning: \(meaning)") }
        if let code { html.element("p", "class=\"facts\"", "code: \(code)") }
        if let header {
            html.element("p", "class=\"facts\"", "seed \(header.seed), recorded by \(header.program)")
        }
        for complaint in complaints { html.element("p", "class=\"complaint\"", "\u{26A0} \(complaint)") }
        html.raw("<nav>")
        if let index { html.raw("<a href=\"\(HTMLText.escaped(index))\">All runs</a> ") }
        html.raw("<a href=\"#steps\">Steps</a> ")
        if hasDistances { html.raw("<a href=\"#distance\">Distance</a> ") }
        html.raw("<a href=\"#sequence\">Sequence</a> <a href=\"#timeline\">Timeline</a></nav>")
    }

    /// Writes the location of the failure: its step, its last frame and its line.
    private func write(_ failure: Failure, _ shown: Set<Int>, to html: inout HTMLText) {
        html.raw("<p class=\"jump\">")
        if let step = steps.number(of: failure) {
            html.raw("<a href=\"#step-\(step)\">step \(step)</a>")
            if let frame = failure.lastFrames.last?.number {
                html.raw(", last frame ")
                PageSteps.write(frame: frame, to: &html) { shown.contains($0) }
            }
            html.raw(", ")
        }
        html.data(Sentence.place(of: failure).description)
        html.raw("</p>")
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
        if shown.isEmpty { html.element("p", "class=\"none\"", Sentence.nothingMeasured.description) }
        html.raw("</section>\n")
    }

    private func writeSequence(_ html: inout HTMLText) {
        html.raw("<section id=\"sequence\"><h2>Message sequence</h2>\n")
        SequenceTable(sequence, opensSetUp: timeline.hasInSetUp(wanted)).write(to: &html)
        html.raw("</section>\n")
    }

    private func writeTimeline(_ html: inout HTMLText) {
        html.raw("<section id=\"timeline\"><h2>Timeline</h2>\n")
        PageFrame.write(
            PageFrame.Filter(kinds: ("Kind", timeline.kinds), links: timeline.links, bad: "only what is wrong"),
            to: &html)
        html.element("p", "class=\"printed\"", Sentence.printedShort.description)
        timeline.write(to: &html, wanted: wanted)
        html.raw("</section>\n")
    }

    /// The frames linked from the headline.
    private var wanted: Set<Int> { Set(failures.compactMap { $0.lastFrames.last?.number }) }

    /// Returns the style for an accessory at fault or not, a rig at fault, or no judgement.
    private static func style(of verdict: VerdictKind?) -> String { VerdictSymbol.style(of: verdict) }
}
