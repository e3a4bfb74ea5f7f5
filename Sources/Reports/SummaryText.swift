import Ground
import Journal
import Wording

/// The summary of all runs in words: verdict counts, omissions, and failures grouped by meaning.
struct SummaryText {
    let tally: RunTally
    let terminal: TerminalTraits
    let detail: ReportDetail

    /// The greatest number of reasons for omissions listed.
    private static let mostReasons = 8
    /// The greatest number of runs of one meaning named.
    private static let mostNames = 12

    init(_ tally: RunTally, terminal: TerminalTraits, detail: ReportDetail) {
        self.tally = tally
        self.terminal = terminal
        self.detail = detail
    }

    var lines: [String] {
        tally.summaries.isEmpty
            ? [Sentence.nothingPlayed.description] + leftOutLines
            : [""] + verdictLines + figureLines + leftOutLines + groupLines
    }

    private var verdictLines: [String] {
        let text = Sentence.runs(tally.summaries.count, .counts(tally.counts), in: tally.elapsed)
        return Paragraph.lines("", text, indent: 2) + findingLines
    }

    /// The number of hidden findings of runs that passed.
    private var findingLines: [String] {
        guard detail < .runs else { return [] }
        let passed = tally.summaries.filter { $0.verdict == .passed && !$0.findings.isEmpty }
        let findings = passed.flatMap(\.findings).map(\.finding.weight)
        let (warnings, notes) = (findings.count { $0 == .warning }, findings.count { $0 == .note })
        let partly = passed.count(where: \.isPartlyJudged)
        let sentences = [
            Sentence.partlyJudged(partly), Sentence.hiddenFindings(warnings: warnings, notes: notes),
        ]
        return sentences.compactMap(\.self).flatMap { Paragraph.lines("", $0, indent: 2) }
    }

    /// The figures for the rig's makers.
    private var figureLines: [String] {
        guard detail >= .everything else { return [] }
        return RunTally.makersFigures.flatMap { what -> [String] in
            guard let spread = tally.spread(of: what) else { return [] }
            return Paragraph.lines(
                "",
                Sentence.spread(
                    of: what, least: spread.least, median: spread.median, greatest: spread.greatest,
                    count: spread.count), indent: 2)
        }
    }

    /// The scenarios not played, grouped by reason.
    var leftOutLines: [String] {
        let left = reasons((tally.coverage?.leftOut ?? []).map(\.reason), .leftOut)
        let skipped = tally.summaries.compactMap { summary -> String? in
            if case .skipped(let reason) = summary.verdict { reason } else { nil }
        }
        // If there are few runs, each skipped one has a line already.
        return left + (detail < .runs || tally.summaries.count > 1 ? reasons(skipped, .skipped) : [])
    }

    private func reasons(_ reasons: [String], _ how: Sentence.Omission) -> [String] {
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
            Paragraph.lines("", Sentence.omitted($0.count, how, because: $0.reason), indent: 2)
        }
        let rest = sorted.dropFirst(Self.mostReasons)
        guard !rest.isEmpty else { return lines }
        let count = rest.reduce(0) { $0 + $1.count }
        return lines + [Sentence.omitted(count, how, forOtherReasons: rest.count).description]
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
        let spot = group.runs.first?.failures.first?.spot ?? group.runs.first?.spot
        var names: [(name: String, times: Int)] = []
        for run in group.runs {
            let name =
                tally.hasSeveralSeeds ? Sentence.scenario(run.scenario, seed: run.seed).description : run.scenario
            if let place = names.firstIndex(where: { $0.name == name }) {
                names[place].times += 1
            } else {
                names.append((name, 1))
            }
        }
        let runs = Sentence.alike(names, at: spot, runs: group.runs.count, most: Self.mostNames)
        return Paragraph.lines(shaded, width: word.count + 3, group.text)
            + Paragraph.lines(String(repeating: " ", count: word.count + 5), runs)
    }

    // MARK: What is missing

    /// The shortfall from the requirement or selection, and the aspects that no verdict here covers.
    var closingLines: [String] {
        let lines = [tally.shortfall.map { "error: \($0)" }, tally.scarcity].compactMap(\.self)
        return (lines + (tally.coverage?.unjudged ?? [])).flatMap {
            Paragraph.lines("", $0, indent: 2)
        }
    }
}
