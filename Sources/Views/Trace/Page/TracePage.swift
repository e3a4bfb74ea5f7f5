public import Ground
public import Journal
import Links
public import Recordings
import ScenarioKit
import Vocabulary
import Wording

/// One trace as one self-contained page: verdict, steps, distances with zones, message sequence, figures, timeline.
///
/// It loads nothing: no font, no picture, and its script only helps to navigate and copies. It shows a bounded
/// part of a long trace and states what it omits, so that any trace can be shown. Every step and frame shown has an
/// address: `#step-3`, `#frame-61`.
public struct TracePage: Sendable {
    /// The greatest number of timeline entries shown; any more are only counted.
    public static let longestTimeline = PageTimeline.mostFirst + PageTimeline.mostLast
    /// The greatest number of accessories with a chart.
    public static let mostTracks = 16

    private let filter: TimelineFilter
    private var header: TraceHeader?
    private var verdict: (kind: VerdictKind, word: String, reason: String?)?
    private var summary: RunSummary?
    private var steps = PageSteps()
    private var zones: [DrawnZone] = []
    private var tracks: [DistanceTrack] = []
    /// The kit's measurements, for traces without a journal.
    private var rawTracks: [DistanceTrack] = []
    private var truths: [(accessory: String, distances: TrueDistances)] = []
    private var changes: [DrawnChange] = []
    /// The last frame with the outcome of a ranging round.
    private var lastRound: Int?
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
            self.verdict = (VerdictKind(verdict) ?? .aborted, verdict, reason)
        case .journal(let note): take(note)
        case .received, .waited, .clock, .stoodStill, .interrupted, .sent, .kernel, .gap: break
        }
        guard let entry else { return }
        if let frame = entry.frame {
            if !frame.meaning.failures.isEmpty { lastRound = frame.number }
            for (peer, distance) in frame.meaning.distances {
                Self.add(to: &rawTracks, "\(peer)") { $0.add(distance, at: entry.instant, frame: frame.number) }
            }
            take(frame.meaning, at: entry.instant)
        }
        guard filter.shows(entry) else { return }
        if let frame = entry.frame { steps.receive(frame: frame.number) }
        sequence.receive(entry, step: steps.current)
        guard entry.kind != EventKind.distance.rawValue else { return }
        timeline.receive(entry, step: steps.current)
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
            Self.add(to: &tracks, accessory.rawValue) {
                $0.add(measured, smoothed: smoothed, at: note.instant, frame: lastRound)
            }
        case .phone(.nearby(let accessory, .didUpdate(let object))) where object.distance == nil:
            Self.add(to: &tracks, accessory.rawValue) { $0.loseRound(at: note.instant, frame: lastRound) }
        case .phone(.zone(let accessory, let change)):
            guard changes.count < Self.longestTimeline else { return }
            changes.append(DrawnChange(instant: note.instant, accessory: accessory, change: change))
        case .runEnded(let summary):
            self.summary = summary
        case .stepStarted, .stepPassed, .stepFailed:
            if let event = note.event { steps.receive(event, at: note.instant) }
        case .provenance, .runStarted, .frame, .phone, .finding, .fault, nil: break
        }
    }

    /// Follows the true distances, which only the stage knows.
    private mutating func take(_ meaning: FrameMeaning, at instant: Instant) {
        switch meaning {
        case .request(.stage(.place(let name, let distance))):
            follow(name) { $0.place(at: distance, from: instant) }
        case .request(.stage(.move(let name, let start, let end, _))):
            follow(name) { $0.move(from: start, to: end, at: instant) }
        case .event(.stage(.arrived(let name))): follow(name) { $0.arrive(at: instant) }
        default: break
        }
    }

    private mutating func follow(_ name: AccessoryName, _ change: (inout TrueDistances) -> Void) {
        if let place = truths.firstIndex(where: { $0.accessory == name.rawValue }) {
            return change(&truths[place].distances)
        }
        guard truths.count < Self.mostTracks else { return }
        var distances = TrueDistances()
        change(&distances)
        truths.append((name.rawValue, distances))
    }

    /// Returns whether the note's values are drawn; reading those of every note would be slow.
    private static func isDrawn(_ note: TraceNote) -> Bool {
        drawnKinds.contains(note.kind)
    }

    private static let drawnKinds = Set(
        [EntryKind.runEnded, .stepStarted, .stepPassed, .stepFailed].map(\.rawValue)
            + [EventKind.distance, .lostRound, .zone].map(\.rawValue))

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
        let frames = timeline.frames
        let isShown = { frames.contains($0) }
        let verdict = self.verdict ?? (.aborted, Sentence.traceHasNoVerdict.description, nil)
        PageHead(
            verdict: verdict, header: header, summary: summary, complaints: complaints, steps: steps, isShown: isShown
        ).write(to: &html)
        writeLinks(&html)
        html.raw("</header>\n<main>\n<div class=\"run\"><section id=\"steps\"><h2>Steps</h2>\n")
        steps.write(to: &html, hasPassed: verdict.kind == .passed, isShown)
        html.raw("</section>\n<div>\n")
        writeProof(&html)
        var dots: Set<Int> = []
        if hasDistances { writeCharts(&html, &dots, isShown) }
        PageFrame.write(
            PageFrame.Filter(kinds: ("Kind", timeline.kinds), links: timeline.links, bad: "only what is wrong"),
            to: &html)
        html.raw("<section id=\"sequence\"><h2>Message sequence</h2>\n")
        SequenceTable(sequence, opensSetUp: timeline.hasInSetUp(wanted), isShown: isShown).write(to: &html)
        html.raw("</section>\n")
        if let figures { figures.write(to: &html) }
        html.raw("</div></div>\n<details class=\"whole\" id=\"timeline\"><summary><h2>Timeline</h2> ")
        html.data(Sentence.timeline(frames: frames.count, entries: timeline.count).description)
        html.raw("</summary>\n")
        timeline.write(to: &html, wanted: wanted, dots: dots)
        html.raw("</details>\n")
        html.element("p", "class=\"printed\"", Sentence.printedShort.description)
        html.raw("</main>\n")
        PageFrame.end(&html)
        return html.text
    }

    /// Whether there were, or may have been, measurements: a run without a kit has none.
    private var hasDistances: Bool { !tracks.isEmpty || !rawTracks.isEmpty || header?.hasKit != false }

    private var failures: [Failure] { summary?.failures ?? [] }

    private var figures: PageFigures? {
        let figures = PageFigures(summary?.measured ?? [])
        return figures.isEmpty ? nil : figures
    }

    private func writeLinks(_ html: inout HTMLText) {
        let parts: [(address: String?, title: String)] = [
            (index, "All runs"), ("#steps", "Steps"), (hasDistances ? "#distance" : nil, "Distance"),
            ("#sequence", "Sequence"), (figures == nil ? nil : "#figures", "Figures"), ("#timeline", "Timeline"),
        ]
        PageFrame.write(links: parts.compactMap { part in part.address.map { ($0, part.title) } }, to: &html)
    }

    /// Writes the last frame that was received before the first failure, or else the last one sent, field by field.
    private func writeProof(_ html: inout HTMLText) {
        guard let failure = failures.first, let link = failure.link,
            let record = failure.lastFrames.last(where: { $0.direction == .inbound }) ?? failure.lastFrames.last,
            let entry = timeline.entry(ofFrame: record.number), let frame = entry.frame
        else { return }
        html.raw("<section id=\"proof\"><h2>")
        let title: Sentence = frame.direction == .inbound ? .lastReceived(on: link) : .lastSent(on: link)
        html.data(title.description)
        html.raw("</h2>\n<p><a href=\"#frame-\(frame.number)\">#\(frame.number)</a> ")
        html.element("span", "class=\"time\"", entry.instant.description)
        let fields = frame.meaning.fields
        if fields.isEmpty { html.data(entry.text) }
        html.raw("</p>\n")
        FrameBox.write(fields: fields, to: &html)
        FrameBox.write(bytes: frame.bytes, to: &html)
        html.raw("</section>\n")
    }

    private func writeCharts(_ html: inout HTMLText, _ dots: inout Set<Int>, _ isShown: (Int) -> Bool) {
        html.raw("<section id=\"distance\"><h2>Distance</h2>\n")
        let shown = tracks.isEmpty ? rawTracks : tracks
        let instants = shown.flatMap { track in
            [
                track.samples.first?.instant, track.samples.last?.instant, track.lost.first?.instant,
                track.lost.last?.instant,
            ].compactMap(\.self)
        }
        let marks = failures.prefix(4).map {
            DistanceChart.Mark(
                instant: $0.instant, text: Sentence.failed($0.code).description, frame: $0.lastFrames.last?.number)
        }
        let all = instants + (instants.isEmpty ? [] : marks.map(\.instant))
        let (first, last) = (all.min() ?? .start, all.max() ?? .start)
        // Some room for the last dot.
        let time = ChartAxis.time(from: first, to: last + Lapse(nanoseconds: (last - first).nanoseconds / 100))
        var count = 0
        for track in shown {
            let own = zones.filter { $0.accessory == nil || $0.accessory == track.name }
            let itsChanges = changes.filter { $0.accessory.rawValue == track.name }
            let truth = truths.first { $0.accessory == track.name }?.distances ?? TrueDistances()
            guard
                let chart = DistanceChart(
                    track: track, zones: own, changes: itsChanges, time: time, truth: truth, failures: marks)
            else { continue }
            count += 1
            html.raw("<figure><figcaption>")
            html.data(track.name)
            html.raw(" <span class=\"key\">")
            for (style, name) in chart.legend { html.raw("<span><i class=\"\(style)\"></i>\(name)</span> ") }
            html.raw("</span></figcaption>\(chart.svg(dots: &dots, isShown))</figure>\n")
        }
        if count > 0 {
            html.raw("<p class=\"zoom\" hidden><button type=\"button\" name=\"in\">Zoom in</button> ")
            html.raw("<button type=\"button\" name=\"out\">Zoom out</button> ")
            html.raw("<button type=\"button\" name=\"all\">Whole run</button> ")
            html.element("span", "class=\"none\"", Sentence.zoomHint.description)
            html.raw("</p>")
        } else {
            html.element("p", "class=\"none\"", Sentence.nothingMeasured.description)
        }
        html.raw("</section>\n")
    }

    /// The frames linked from the headline.
    private var wanted: Set<Int> { Set(failures.compactMap { $0.lastFrames.last?.number }) }
}
