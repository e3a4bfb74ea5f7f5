import Ground
import Journal

/// All runs together in words: how many of each verdict, what was left out, and what did not pass, by its meaning.
struct SummaryText {
    let tally: RunTally
    let terminal: TerminalTraits
    let detail: ReportDetail

    /// How many reasons for leaving something out are listed.
    private static let mostReasons = 8
    /// How many runs of one meaning are named.
    private static let mostNames = 12

    init(_ tally: RunTally, terminal: TerminalTraits, detail: ReportDetail) {
        self.tally = tally
        self.terminal = terminal
        self.detail = detail
    }

    var lines: [String] {
        tally.summaries.isEmpty
            ? ["nothing was played"] + leftOutLines
            : [""] + verdictLines + figureLines + leftOutLines + groupLines
    }

    private var verdictLines: [String] {
        let counts = tally.counts.map { "\($0.count) \($0.verdict.words)" }.joined(separator: ", ")
        return Paragraph.lines(
            "", "\(counted(tally.summaries.count, "run")): \(counts); \(tally.elapsed) of rig time", indent: 2)
            + findingLines
    }

    /// How many findings of runs that passed were not shown.
    private var findingLines: [String] {
        guard detail < .runs else { return [] }
        let passed = tally.summaries.filter { $0.verdict == .passed && !$0.findings.isEmpty }
        let findings = passed.flatMap(\.findings).map(\.finding.weight)
        let kinds: [(Finding.Weight, String)] = [(.warning, "warning"), (.note, "note")]
        let counts = kinds.compactMap { weight, word in
            let count = findings.count { $0 == weight }
            return count > 0 ? counted(count, word) : nil
        }
        guard !counts.isEmpty else { return [] }
        return Paragraph.lines(
            "", "\(counts.joined(separator: " and ")) in runs that passed: --verbose shows them", indent: 2)
    }

    /// What the rig's makers want to know.
    private var figureLines: [String] {
        guard detail >= .everything else { return [] }
        return RunTally.makersFigures.flatMap { what -> [String] in
            guard let spread = tally.spread(of: what) else { return [] }
            return Paragraph.lines(
                "",
                "\(what): \(spread.least) least, \(spread.median) median, \(spread.greatest) greatest, "
                    + "of \(spread.count)", indent: 2)
        }
    }

    /// What was not played, and why, by reason.
    var leftOutLines: [String] {
        let left = reasons((tally.coverage?.leftOut ?? []).map(\.reason), "left out")
        let skipped = tally.summaries.compactMap { summary -> String? in
            if case .skipped(let reason) = summary.verdict { reason } else { nil }
        }
        // A few skipped runs have a line each.
        return left + (detail < .runs || tally.summaries.count > 1 ? reasons(skipped, "skipped") : [])
    }

    private func reasons(_ reasons: [String], _ word: String) -> [String] {
        var counts: [(reason: String, count: Int)] = []
        for reason in reasons {
            if let place = counts.firstIndex(where: { $0.reason == reason }) {
                counts[place].count += 1
            } else {
                counts.append((reason, 1))
            }
        }
        let sorted = counts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
            .map(\.element)
        let lines = sorted.prefix(Self.mostReasons).flatMap {
            Paragraph.lines("", "\($0.count) \(word): \($0.reason)", indent: 2)
        }
        let rest = sorted.dropFirst(Self.mostReasons)
        guard !rest.isEmpty else { return lines }
        let count = rest.reduce(0) { $0 + $1.count }
        return lines + ["\(count) \(word) for \(counted(rest.count, "other reason"))"]
    }

    // MARK: What did not pass

    private var groupLines: [String] {
        let groups = FailureGroups(tally.summaries, proving: tally.proving).groups
        guard !groups.isEmpty else { return [] }
        var lines = ["not passed, by meaning:"]
        for group in groups.prefix(ConsoleReport.listLimit) { lines += self.lines(of: group) }
        let rest = groups.count - ConsoleReport.listLimit
        return rest > 0 ? lines + ["  and \(rest) more"] : lines
    }

    private func lines(of group: FailureGroups.Group) -> [String] {
        let word = group.verdict.description.padded(to: 9)
        let shaded = "  \(terminal.shaded(word, group.verdict.shade)) "
        let spot = (group.runs.first?.failures.first?.spot ?? group.runs.first?.spot).map { " (\($0))" } ?? ""
        var names: [(name: String, count: Int)] = []
        for run in group.runs {
            let name = tally.hasSeveralSeeds ? "\(run.scenario) with seed \(run.seed)" : run.scenario
            if let place = names.firstIndex(where: { $0.name == name }) {
                names[place].count += 1
            } else {
                names.append((name, 1))
            }
        }
        let texts = names.map { $0.name + ($0.count > 1 ? " \($0.count) times" : "") }
        let shown = ([texts.first.map { $0 + spot }].compactMap(\.self) + texts.dropFirst()).prefix(Self.mostNames)
        let rest = texts.count - shown.count
        let all = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        let count = group.runs.count > 1 ? "\(group.runs.count) runs: " : ""
        return Paragraph.lines(shaded, width: word.count + 3, group.text)
            + Paragraph.lines(String(repeating: " ", count: word.count + 5), count + all)
    }

    // MARK: What is missing

    /// What is missing of that which was required or asked for.
    var closingLines: [String] {
        [tally.shortfall.map { "error: \($0)" }, tally.scarcity].compactMap(\.self).flatMap {
            Paragraph.lines("", $0, indent: 2)
        }
    }
}
