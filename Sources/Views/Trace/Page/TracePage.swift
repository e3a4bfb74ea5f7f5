public import Evidence
public import Ground
public import Journal
import Links
public import Recordings
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

    private let filter: TimelineFilter
    private var header: TraceHeader?
    private var verdict: (kind: VerdictKind, word: String, reason: String?)?
    private var summary: RunSummary?
    /// The result that the run's other evidence leaves, if it is not the trace's own.
    private var overruling: RunSummary?
    private var steps = PageSteps()
    private var drawn = PageDistances()
    private var sequence = MessageSequence()
    private var timeline = PageTimeline()
    /// Doubts about the run, and the error that ended the reading of a damaged file, each as a sentence.
    private var complaints: [String] = []
    /// The address of the page of all runs, relative to this one; nil for a standalone page.
    private let index: String?

    /// The run as text for a bug report; nil for one that did not fail, or of which only the trace is known.
    var bugText: BugText?

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
            drawn.readZones(in: header.scenarioText)
        case .ended(let verdict, let reason):
            self.verdict = (VerdictKind(verdict) ?? .aborted, verdict, reason)
        case .journal(let note): take(note)
        case .received, .waited, .clock, .stoodStill, .interrupted, .sent, .kernel, .gap: break
        }
        guard let entry else { return }
        if let frame = entry.frame { drawn.receive(frame, at: entry.instant) }
        guard filter.shows(entry) else { return }
        if let frame = entry.frame { steps.receive(frame: frame.number) }
        sequence.receive(entry, steps: steps.current)
        guard entry.kind != EventKind.distance.rawValue else { return }
        timeline.receive(entry, steps: steps.current)
    }

    /// Adds a doubt to the page, such as the reason a file could not be read to its end.
    public mutating func note(_ complaint: String) { complaints.append(complaint) }

    /// Adds an issue with the run's evidence; if that contradicts itself, a pass is none.
    public mutating func note(_ issue: EvidenceIssue) {
        switch issue {
        case .remark(let what, _), .unusable(let what): note(what)
        case .contradiction(let what, _):
            let sentence = Sentence.contradicts(what).description
            note(sentence)
            guard overruling == nil, let verdict, [.passed, .skipped].contains(verdict.kind) else { return }
            overruling = RunSummary(
                scenario: header?.scenario ?? "", spot: SourceSpot(file: "", line: 0), rig: header?.rig ?? "",
                seed: header?.seed ?? 0, verdict: .error, error: RunError("evidence.contradicts", sentence))
        }
    }

    /// Heads the page with a run's result instead of the trace's own verdict, which other evidence does not support.
    public mutating func overrule(by result: RunSummary) {
        overruling = result.verdict.kind == verdict?.kind ? nil : result
    }

    /// Returns the number of the last frame before a failure; nil if the page does not show it.
    public func frame(of failure: Failure) -> Int? {
        failure.lastFrames.last.flatMap { timeline.frames.contains($0.number) ? $0.number : nil }
    }

    /// Returns the step that ended with a failure, and its duration; nil if the trace has none.
    public func step(of failure: Failure) -> (record: StepRecord, elapsed: Lapse?)? {
        let number = steps.number(of: failure)
        return steps.steps.first { $0.record.number == number }.map { ($0.record, $0.elapsed) }
    }

    /// Uses the note's values if they are shown; reading those of every note would be slow.
    private mutating func take(_ note: TraceNote) {
        guard Self.usedKinds.contains(note.kind), let event = note.event else { return }
        switch event {
        case .phone(let event): drawn.receive(event, at: note.instant)
        case .runEnded(let summary): self.summary = summary
        case .stepStarted, .stepPassed, .stepFailed: steps.receive(event, at: note.instant)
        case .provenance, .runStarted, .frame, .finding, .fault: break
        }
    }

    private static let usedKinds = Set(
        [EntryKind.runEnded, .stepStarted, .stepPassed, .stepFailed].map(\.rawValue)
            + PageDistances.kinds.map(\.rawValue))

    /// The distances that the page draws, one entry per accessory.
    public var distances: [DrawnDistances] { drawn.all }

    // MARK: The page

    public var html: String {
        var html = HTMLText()
        let title = header.map { "\($0.scenario) on \($0.rig)" } ?? "trace"
        PageFrame.begin(&html, title: title, style: PageStyle.charts + PageStyle.messages)
        html.raw("<header>")
        html.element("h1", "", title)
        let frames = timeline.frames
        let isShown = { frames.contains($0) }
        let verdict = shownVerdict
        PageHead(
            verdict: verdict, header: header, summary: summary, code: overruling?.code, complaints: complaints,
            steps: steps, isShown: isShown
        ).write(to: &html)
        bugText?.write(to: &html)
        writeLinks(&html)
        html.raw("</header>\n<main>\n<div class=\"run\"><section id=\"steps\"><h2>Steps</h2>\n")
        steps.write(to: &html, hasPassed: verdict.kind == .passed, isShown)
        html.raw("</section>\n<div>\n")
        writeProof(&html)
        var dots: Set<Int> = []
        if hasDistances { drawn.write(to: &html, failures: failures, dots: &dots, isShown) }
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

    private var shownVerdict: (kind: VerdictKind, word: String, reason: String?) {
        if let overruling {
            return (overruling.verdict.kind, overruling.verdict.description, overruling.explanation)
        }
        return verdict ?? (.aborted, Sentence.traceHasNoVerdict.description, nil)
    }

    /// Whether there were, or may have been, measurements: a run without a kit has none.
    private var hasDistances: Bool { !drawn.isEmpty || header?.hasKit != false }

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

    /// The frames linked from the headline.
    private var wanted: Set<Int> { Set(failures.compactMap { $0.lastFrames.last?.number }) }
}
