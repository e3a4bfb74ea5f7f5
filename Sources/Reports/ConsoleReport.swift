import Ground
public import Journal
import Vocabulary
import Wording

/// Shows runs to a person as they happen: each in detail that suits their number, a live line, and a final summary.
///
/// Permanent lines are written as they come, as wide as the terminal. On a terminal, a live line below them is
/// rewritten in place and cleared before the next permanent line. All external text is escaped.
public final class ConsoleReport {
    /// The number of lines in which progress is reported.
    private static let progressLines = 8
    /// The number of failures of different meaning that are shown while many runs are played.
    private static let meaningsShown = 5
    /// The number of findings of one run, and of runs in a summary, that are listed; any more are counted.
    public static let listLimit = 20

    private let output: any TextOutput
    private let terminal: TerminalTraits
    private let detail: ReportDetail
    /// The number of planned runs, and of those that have ended, by verdict.
    private let runs: Int
    private var ended = RunTally.Counts()
    /// The remaining time in words, if known.
    private var timeLeft: String?
    private var scenario = ""
    /// The first scenario to fail with each meaning.
    private var firstOfMeaning: [FailureGroups.Key: String] = [:]

    private var liveLineIsShown = false
    /// The steps that have begun and not ended, outermost first, and whether their heading was written.
    private var openSteps: [(step: StepRecord, isHeaded: Bool)] = []
    /// The last known distance of each accessory, in order of first appearance.
    private var distances: [(accessory: String, text: String)] = []

    /// Creates a report on `runs` planned runs.
    public init(to output: any TextOutput, terminal: TerminalTraits, detail: ReportDetail, runs: Int = 1) {
        self.output = output
        self.terminal = terminal
        self.detail = detail
        self.runs = runs
    }

    public convenience init(to output: any TextOutput, terminal: TerminalTraits, isVerbose: Bool = false) {
        self.init(to: output, terminal: terminal, detail: isVerbose ? .everything : .steps)
    }

    /// Sets the remaining time in words; nil if unknown.
    public func expect(_ timeLeft: String?) { self.timeLeft = timeLeft }

    /// Reports one entry as it happens.
    public func receive(_ entry: JournalEntry) {
        switch entry.event {
        case .runStarted(let header): beginRun(header)
        case .stepStarted(let step): begin(step, at: entry.instant)
        case .stepPassed(let step, let elapsed, let measured):
            let shown = measured.filter { isVerbose || !Measured.rigFigures.contains($0.what) }
            let amounts = [elapsed.description] + shown.map(\.description)
            end(step, "ok", .good, " [\(amounts.joined(separator: "; "))]", at: entry.instant)
        case .stepFailed(let step, let elapsed, let failure):
            end(step, "FAILED", .bad, " [\(elapsed)]: \(failure.seen)", at: entry.instant)
        case .fault(let link, let what, let remedy):
            if detail > .summary {
                line("rig", .bad, (link.map { "\($0): " } ?? "") + "\(what). \(remedy).", at: entry.instant)
            }
        case .frame(let frame): if isVerbose { show(frame) }
        case .phone(.distance(let accessory, let measured, let smoothed)):
            note(measured, smoothed, of: accessory.rawValue, at: entry.instant)
        case .phone(let event):
            // Wording is by far the most expensive part.
            guard isVerbose || entry.event.isOfWaiting else { return }
            note(event.link.description, event.kind.rawValue, event.words, entry)
        case .finding(let link, let finding):
            if isVerbose {
                line("finding", .doubtful, "\(link): \(finding.weight.rawValue): \(finding)", at: entry.instant)
            }
        case .runEnded(let summary): end(summary)
        case .provenance: break
        }
    }

    /// Ends the report with the result of all runs, the conditions under which they were played, and anything
    /// missing. A single run whose verdict was just written needs no summary; only omissions are reported, and
    /// whether there are too many.
    public func finish(_ tally: RunTally, of provenance: Provenance) {
        clearLiveLine()
        let summary = SummaryText(tally, terminal: terminal, detail: detail)
        write(tally.summaries.count == 1 && detail >= .runs ? summary.leftOutLines : summary.lines)
        write(terminal.lines("with ", provenance.description))
        write(summary.closingLines)
    }

    /// Writes a line of the command itself, such as an announcement, wrapped if requested.
    public func announce(_ text: String, isWrapped: Bool = false) {
        clearLiveLine()
        write(isWrapped ? terminal.lines("", text, indent: 2) : [text.escapedForDisplay])
    }

    private var isVerbose: Bool { detail >= .everything }

    // MARK: The run

    private func beginRun(_ header: RunHeader) {
        openSteps = []
        distances = []
        scenario = header.scenario
        clearLiveLine()
        guard detail >= .steps else { return showLive(progress + " " + scenario.escapedForDisplay) }
        let name = header.scenario.escapedForDisplay
        let rest = "on \(header.rig), seed \(header.seed)"
        // A name that fills a line is wrapped like other text.
        write(
            name.count < terminal.textColumns / 2
                ? terminal.lines(terminal.shaded(name, .strong) + " ", width: name.count + 1, rest, indent: 2)
                : terminal.lines("", "\(name) \(rest)", indent: 2))
    }

    private func end(_ summary: RunSummary) {
        clearLiveLine()
        openSteps = []
        ended.count(summary.verdict)
        defer { tellProgress() }
        if summary.isPassedOrSkipped {
            if detail >= .runs { write(VerdictText(summary, terminal: terminal, detail: detail).lines) }
            return
        }
        guard detail > .summary else { return }
        let key = FailureGroups.key(of: summary)
        let first = firstOfMeaning[key]
        if first == nil { firstOfMeaning[key] = summary.scenario }
        // The summary of many runs groups them by cause and shows the failure that proves most.
        if detail == .progress {
            let isWithinLimit = summary.verdict != .failed || firstOfMeaning.count <= Self.meaningsShown
            guard first == nil, isWithinLimit else { return }
            return write(brief(summary, Sentence.endedBriefly(summary)))
        }
        if detail < .runs, let first { return write(brief(summary, Sentence.same(summary, as: first))) }
        write(VerdictText(summary, terminal: terminal, detail: detail).lines)
    }

    private func brief(_ summary: RunSummary, _ text: Sentence) -> [String] {
        let word = summary.verdict.description.padded(to: 9)
        return terminal.lines(terminal.shaded(word, summary.verdict.shade) + " ", width: word.count + 1, text)
    }

    /// The progress, `34/156`, with the remaining time.
    private var progress: String {
        "\(ended.total)/\(runs)" + (timeLeft.map { ", \($0) left" } ?? "")
    }

    /// Reports the progress of many runs where no line can be rewritten in place.
    private func tellProgress() {
        let lines = Self.progressLines
        guard detail == .progress, !terminal.isLive, runs > ReportDetail.mostLines, ended.total < runs,
            ended.total * lines / runs > (ended.total - 1) * lines / runs
        else { return }
        write(terminal.lines("", "\(ended.total)/\(runs): \(ended)", indent: 2))
    }

    // MARK: Steps

    private func begin(_ step: StepRecord, at instant: Instant) {
        openSteps.removeAll { $0.step.depth >= step.depth }
        // Enclosing steps get their headings now, because their result lines come only when they are done.
        for index in openSteps.indices where !openSteps[index].isHeaded {
            openSteps[index].isHeaded = true
            let outer = openSteps[index].step
            if detail >= .steps { line("", .quiet, indented(outer) + ":", at: instant) }
        }
        openSteps.append((step, false))
        if detail >= .steps {
            showLive(entryText("...", indented(step).escapedForDisplay, at: instant))
        } else if detail >= .progress {
            showLive("\(progress) \(scenario.escapedForDisplay): \(step.text.escapedForDisplay)")
        }
    }

    private func end(_ step: StepRecord, _ word: String, _ shade: TextStyle, _ rest: String, at instant: Instant) {
        openSteps.removeAll { $0.step.depth >= step.depth }
        guard detail >= .steps else { return }
        line(word, shade, indented(step) + rest, at: instant)
    }

    private func indented(_ step: StepRecord) -> String {
        String(repeating: "  ", count: min(max(0, step.depth), 20)) + step.text
    }

    // MARK: Between the steps

    private func note(_ link: String, _ kind: String, _ text: String, _ entry: JournalEntry) {
        if entry.event.isOfWaiting {
            if detail >= .steps {
                line("...", .doubtful, "\(link): \(text)", at: entry.instant)
            } else {
                showLive("\(progress) \(link.escapedForDisplay): \(text.escapedForDisplay)")
            }
        } else if isVerbose {
            line("phone", .quiet, "\(link): \(kind): \(text)", at: entry.instant)
        }
    }

    private func note(_ measured: Distance, _ smoothed: Distance?, of accessory: String, at instant: Instant) {
        guard isVerbose || terminal.isLive && detail >= .steps else { return }
        let text = "\(accessory.escapedForDisplay) \(measured)" + (smoothed.map { ", smoothed \($0)" } ?? "")
        if isVerbose { line("range", .quiet, text, at: instant) }
        guard terminal.isLive else { return }
        if let index = distances.firstIndex(where: { $0.accessory == accessory }) {
            distances[index].text = text
        } else {
            distances.append((accessory, text))
        }
        showLive(entryText("...", distances.map(\.text).joined(separator: "; "), at: instant))
    }

    private func show(_ frame: FrameRecord) {
        let arrow = frame.direction == .inbound ? "<-" : "->"
        line("#\(frame.number)", .quiet, "\(frame.link) \(arrow) \(frame.words)", at: frame.instant)
    }

    // MARK: Lines

    private func line(_ word: String, _ shade: TextStyle, _ text: String, at instant: Instant) {
        clearLiveLine()
        let plain = word.padded(to: Self.wordWidth)
        let shown = word.isEmpty ? plain : terminal.shaded(plain, shade)
        let step = text.prefix { $0 == " " }
        let width = clock(instant).count + plain.count + 4 + step.count
        write(terminal.lines("\(clock(instant))  \(shown)  \(step)", width: width, String(text.dropFirst(step.count))))
    }

    private func entryText(_ word: String, _ text: String, at instant: Instant) -> String {
        "\(clock(instant))  \(word.padded(to: Self.wordWidth))  \(text)"
    }

    private static let wordWidth = 7

    private func clock(_ instant: Instant) -> String { instant.description.padded(left: 10) }

    private func write(_ lines: [String]) {
        for line in lines { output.write(line + "\n") }
    }

    private func showLive(_ text: String) {
        guard terminal.isLive, detail >= .progress else { return }
        // The last column stays free: writing into it moves some terminals to the next line.
        output.write("\r\u{1B}[K" + text.cut(toColumns: terminal.columns - 1))
        liveLineIsShown = true
    }

    private func clearLiveLine() {
        guard liveLineIsShown else { return }
        output.write("\r\u{1B}[K")
        liveLineIsShown = false
    }
}
