import Ground
public import Journal

/// Shows runs to a person as they happen: one line a step, a live line, the verdict, and a summary of all.
///
/// Lines that stay go out as they are due; on a terminal one live line below them is written again in place and cleared
/// before the next line that stays. Everything that can come from outside is escaped.
public final class ConsoleReport {
    /// How many findings of one run, and how many runs of a summary, are listed; the rest is counted.
    public static let listLimit = 20

    private let output: any TextOutput
    private let terminal: TerminalTraits
    private let isVerbose: Bool

    private var liveLineIsShown = false
    /// Steps that have begun and not ended, outermost first, and whether their heading was written.
    private var openSteps: [(step: StepRecord, isHeaded: Bool)] = []
    /// The last known distance of each accessory, in the order in which they were first heard.
    private var distances: [(accessory: String, text: String)] = []

    public init(to output: any TextOutput, terminal: TerminalTraits, isVerbose: Bool = false) {
        self.output = output
        self.terminal = terminal
        self.isVerbose = isVerbose
    }

    /// Takes one entry as it happens.
    public func receive(_ entry: JournalEntry) {
        switch entry.event {
        case .runStarted(let header): beginRun(header)
        case .stepStarted(let step): begin(step, at: entry.instant)
        case .stepPassed(let step, let elapsed, let measured):
            let amounts = [elapsed.description] + measured.map(\.description)
            end(step, "ok", .good, " [\(amounts.joined(separator: "; ").escapedForDisplay)]", at: entry.instant)
        case .stepFailed(let step, let elapsed, let failure):
            end(step, "FAILED", .bad, " [\(elapsed)]: \(failure.seen.escapedForDisplay)", at: entry.instant)
        case .distance(let accessory, let measured, let smoothed):
            note(measured, smoothed, of: accessory, at: entry.instant)
        case .fault(let link, let what, let remedy):
            line("rig", .bad, "\(link): \(what). \(remedy).", at: entry.instant)
        case .frame(let frame): if isVerbose { show(frame) }
        case .phone(let link, let kind, let text):
            if isVerbose { line("phone", .quiet, "\(link): \(kind): \(text)", at: entry.instant) }
        case .finding(let link, let finding):
            if isVerbose {
                line("finding", .doubtful, "\(link): \(finding.weight.rawValue): \(finding)", at: entry.instant)
            }
        case .runEnded(let summary): end(summary)
        }
    }

    /// Ends the report with what all runs came to; says nothing after a single run, whose verdict was just written.
    public func finish(_ tally: RunTally) {
        clearLiveLine()
        guard tally.summaries.count != 1 else { return }
        let lines = SummaryText(tally, terminal: terminal).lines
        write(lines)
    }

    /// Writes one line of the command's own, such as what is about to happen.
    public func announce(_ text: String) {
        clearLiveLine()
        write([text.escapedForDisplay])
    }

    // MARK: The run

    private func beginRun(_ header: RunHeader) {
        openSteps = []
        distances = []
        clearLiveLine()
        let name = terminal.shaded(header.scenario.escapedForDisplay, .strong)
        write(["\(name) on \(header.rig.escapedForDisplay), seed \(header.seed)"])
    }

    private func end(_ summary: RunSummary) {
        clearLiveLine()
        openSteps = []
        write(VerdictText(summary, terminal: terminal).lines)
    }

    // MARK: Steps

    private func begin(_ step: StepRecord, at instant: Instant) {
        openSteps.removeAll { $0.step.depth >= step.depth }
        // What encloses this step gets its heading now: its own line comes only when all of it is done.
        for index in openSteps.indices where !openSteps[index].isHeaded {
            openSteps[index].isHeaded = true
            let outer = openSteps[index].step
            line("", .quiet, indented(outer) + ":", at: instant)
        }
        openSteps.append((step, false))
        showLive(entryText("...", indented(step), at: instant))
    }

    private func end(_ step: StepRecord, _ word: String, _ shade: Shade, _ rest: String, at instant: Instant) {
        openSteps.removeAll { $0.step.depth >= step.depth }
        line(word, shade, indented(step) + rest, at: instant)
    }

    private func indented(_ step: StepRecord) -> String {
        String(repeating: "  ", count: min(max(0, step.depth), 20)) + step.text.escapedForDisplay
    }

    // MARK: Between the steps

    private func note(_ measured: Distance?, _ smoothed: Distance?, of accessory: String, at instant: Instant) {
        guard isVerbose || terminal.isLive else { return }
        let raw = measured?.description ?? "no measurement"
        let text = "\(accessory.escapedForDisplay) \(raw)" + (smoothed.map { ", smoothed \($0)" } ?? "")
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
        let content = frame.bytes.isEmpty ? frame.note : frame.bytes.hex
        let parts = [frame.link, arrow, frame.kind, content].filter { !$0.isEmpty }
        line("#\(frame.number)", .quiet, parts.joined(separator: " "), at: frame.instant)
    }

    // MARK: Lines

    private func line(_ word: String, _ shade: Shade, _ text: String, at instant: Instant) {
        clearLiveLine()
        let plain = word.padded(to: Self.wordWidth)
        let shown = word.isEmpty ? plain : terminal.shaded(plain, shade)
        write(["\(clock(instant))  \(shown)  \(text.escapedForDisplay)"])
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
        guard terminal.isLive else { return }
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
