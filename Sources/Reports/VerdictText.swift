import Ground
public import Journal
public import Wording

/// The end of one run in words: the verdict line, then its explanation.
public struct VerdictText {
    let summary: RunSummary
    let terminal: TerminalTraits
    let detail: ReportDetail

    /// Creates the text; figures for the rig's makers appear only at full detail.
    init(_ summary: RunSummary, terminal: TerminalTraits, detail: ReportDetail = .steps) {
        self.summary = summary
        self.terminal = terminal
        self.detail = detail
    }

    var lines: [String] { verdictLines + figureLines + summary.failures.flatMap(lines(of:)) + findingLines }

    /// The verdict, the run, its progress, its measurements, and the reason.
    private var verdictLines: [String] {
        let word = summary.verdict.description.padded(to: 9)
        return terminal.lines(
            terminal.shaded(word, summary.verdict.shade) + " ", width: word.count + 1,
            Sentence.outcome(of: summary, measured: amounts))
    }

    /// A person's part in the run, and its measurements; the median of spans with the same name, as of several
    /// exchanges.
    private var amounts: [Sentence] {
        let shown = summary.measured.filter { measured in
            measured.subject == nil && (detail >= .everything || !Measured.rigFigures.contains(measured.what))
        }
        let answers = summary.operatorAnswers.map { [Sentence.operatorAnswers($0)] } ?? []
        return answers + Self.told(shown)
    }

    /// The measurements in words; the median of several with the same name.
    public static func told(_ measured: [Measured]) -> [Sentence] {
        var names: [String] = []
        for one in measured where !names.contains(one.what) { names.append(one.what) }
        return names.flatMap { name in
            let same = measured.filter { $0.what == name }
            guard same.count > 1, let spread = SpanStatistics(same) else { return same.map { Sentence.told($0) } }
            return [Sentence.median(of: name, spread.median, count: spread.count)]
        }
    }

    /// The figures of each accessory, at full detail.
    private var figureLines: [String] {
        guard detail >= .everything else { return [] }
        let figures = summary.measured.filter { $0.subject != nil }
        var subjects: [String] = []
        for subject in figures.compactMap(\.subject) where !subjects.contains(subject) { subjects.append(subject) }
        return subjects.flatMap { subject in
            let own = figures.filter { $0.subject == subject }.map { Measured($0.what, $0.value, times: $0.times) }
            return terminal.lines(
                "    \(subject.padded(to: 9)) ", Self.told(own).map(\.description).joined(separator: ", "))
        }
    }

    private func lines(of failure: Failure) -> [String] {
        var lines =
            terminal.lines("    expected  ", Sentence.expected(in: failure))
            + terminal.lines("    seen      ", failure.seen)
        if let meaning = failure.meaning { lines += terminal.lines("    meaning   ", meaning) }
        lines += terminal.lines("    at        ", Sentence.place(of: failure))
        guard let link = failure.link else { return lines }
        let areThere = !failure.lastFrames.isEmpty
        lines += terminal.lines("    ", Sentence.lastFrames(on: link, areThere: areThere))
        for frame in failure.lastFrames {
            // A frame of another link is the message that triggered the failure.
            let other = frame.link == link ? "" : "on \(frame.link): "
            lines += terminal.lines("      ", "\(other)\(frame)", indent: 10).map { terminal.shaded($0, .quiet) }
        }
        return lines
    }

    /// The findings, equal ones once with their number.
    private var findingLines: [String] {
        var groups: [(found: LinkFinding, times: Int)] = []
        var places: [LinkFinding: Int] = [:]
        for found in summary.findings {
            if let place = places[found] {
                groups[place].times += 1
            } else {
                places[found] = groups.count
                groups.append((found, 1))
            }
        }
        guard !groups.isEmpty else { return [] }
        let shown = groups.prefix(ConsoleReport.listLimit)
        let lines = shown.flatMap { found, times in
            let shade: TextStyle = found.finding.weight == .note ? .quiet : .doubtful
            let weight = found.finding.weight.rawValue.padded(to: 7)
            let text = "\(found.link): \(found.finding)" + (times > 1 ? " (\(times) times)" : "")
            return terminal.lines(
                "      \(terminal.shaded(weight, shade))  ", width: weight.count + 8, text)
        }
        let count = shown.reduce(0) { $0 + $1.times }
        let rest = summary.findings.count + (summary.findingsBesides ?? 0) - count
        return ["    findings"] + lines + (rest > 0 ? ["      and \(rest) more"] : [])
    }
}

extension Verdict {
    var shade: TextStyle {
        switch self {
        case .passed: .good
        case .failed, .error: .bad
        case .timedOut, .skipped, .aborted: .doubtful
        }
    }
}
