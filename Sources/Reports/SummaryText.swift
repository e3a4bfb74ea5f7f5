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
    /// The greatest number of meanings listed, and of runs of one meaning named.
    private static let mostGroups = 8
    private static let mostNames = 8

    init(_ tally: RunTally, terminal: TerminalTraits, detail: ReportDetail) {
        self.tally = tally
        self.terminal = terminal
        self.detail = detail
    }

    var lines: [String] {
        tally.summaries.isEmpty
            ? [Sentence.nothingPlayed.description] + leftOutLines
            : [""] + verdictLines + meaningLines + groupLines + findingLines + figureLines + leftOutLines
    }

    private var verdictLines: [String] {
        let text = Sentence.runs(tally.summaries.count, .counts(tally.counts), in: tally.elapsed)
        return terminal.lines("", text, indent: 2)
    }

    /// The common meaning of all failures, if they have one.
    private var meaningLines: [String] {
        tally.sharedMeaning.map { terminal.lines("", $0, indent: 2) } ?? []
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
        return sentences.compactMap(\.self).flatMap { terminal.lines("", $0, indent: 2) }
    }

    /// The figures for the rig's makers.
    private var figureLines: [String] {
        guard detail >= .everything else { return [] }
        return Measured.rigFigures.flatMap { what -> [String] in
            guard let spread = tally.spread(of: what) else { return [] }
            return terminal.lines(
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
            terminal.lines("", Sentence.omitted($0.count, how, because: $0.reason), indent: 2)
        }
        let rest = sorted.dropFirst(Self.mostReasons)
        guard !rest.isEmpty else { return lines }
        let count = rest.reduce(0) { $0 + $1.count }
        return lines + [Sentence.omitted(count, how, forOtherReasons: rest.count).description]
    }

    // MARK: What did not pass

    /// The likely cause with the failure that shows it best and all others that it explains, then the rest.
    private var groupLines: [String] {
        let groups = FailureGroups(tally.summaries, proving: tally.proving).groups
        guard !groups.isEmpty else { return [] }
        let explained = groups.flatMap(\.places).filter(tally.isExplained)
        guard let cause = tally.cause, let best = tally.best else {
            let lines = shown(groups.first?.runs.first)
            // A single run is shown already.
            let isShown = !lines.isEmpty && groups.count == 1 && groups[0].runs.count == 1
            return isShown ? lines : lines + list("not passed, by meaning:", groups)
        }
        var lines = terminal.lines("", cause.sentence, indent: 2)
        for remark in cause.remarks { lines += terminal.lines("  ", remark, indent: 4) }
        lines += shown(tally.summaries[best])
        lines += terminal.lines(
            "explained by it: ", names(of: explained.map { tally.summaries[$0] }, at: nil), indent: 2)
        let failed = groups.flatMap(\.places).filter { tally.summaries[$0].verdict == .failed }
        let faulty = failed.filter(tally.faulty.contains)
        lines += list("failed while the rig had a fault, so nothing is attributed:", grouped(faulty))
        let unknown = failed.filter { !faulty.contains($0) && !cause.knows(tally.summaries[$0].scenario) }
        lines += list("failed in scenarios that the zoo does not play:", grouped(unknown))
        let told = Set(explained + faulty + unknown)
        lines += list("not explained by it:", grouped(tally.summaries.indices.filter { !told.contains($0) }))
        lines += cause.experiment
        if let command = cause.command { lines.append("more: \(command.escapedForDisplay)") }
        return lines
    }

    private func grouped(_ places: [Int]) -> [FailureGroups.Group] {
        FailureGroups(places.map { tally.summaries[$0] }, proving: tally.proving).groups
    }

    /// Returns a failure in full, unless it was shown when it happened.
    private func shown(_ run: RunSummary?) -> [String] {
        guard let run, detail == .summary || detail == .progress else { return [] }
        return VerdictText(run, terminal: terminal, detail: detail).lines
    }

    /// Returns the groups under a title; nothing if there are none.
    private func list(_ title: String, _ groups: [FailureGroups.Group]) -> [String] {
        guard !groups.isEmpty else { return [] }
        let lines = [title] + groups.prefix(Self.mostGroups).flatMap { self.lines(of: $0) }
        let rest = groups.dropFirst(Self.mostGroups)
        guard !rest.isEmpty else { return lines }
        let runs = rest.reduce(0) { $0 + $1.runs.count }
        let sentence = Sentence.moreMeanings(rest.count, runs: runs, areHidden: detail != .failures && detail < .runs)
        return lines + terminal.lines("  ", sentence, indent: 2)
    }

    private func lines(of group: FailureGroups.Group) -> [String] {
        let word = group.verdict.description.padded(to: 9)
        let shaded = "  \(terminal.shaded(word, group.verdict.shade)) "
        let spot = group.runs.first?.failures.first?.spot ?? group.runs.first?.spot
        return terminal.lines(shaded, width: word.count + 3, group.text)
            + terminal.lines(String(repeating: " ", count: word.count + 5), names(of: group.runs, at: spot))
    }

    /// Returns the scenarios of runs, each once with its number of runs.
    private func names(of runs: [RunSummary], at spot: SourceSpot?) -> Sentence {
        // Seeds distinguish the runs of one scenario; among several, they would hide the others.
        let isOfOne = Set(runs.map(\.scenario)).count == 1
        var names: [(name: String, times: Int)] = []
        for run in runs {
            let name =
                tally.hasSeveralSeeds && isOfOne
                ? Sentence.scenario(run.scenario, seed: run.seed).description : run.scenario
            if let place = names.firstIndex(where: { $0.name == name }) {
                names[place].times += 1
            } else {
                names.append((name, 1))
            }
        }
        return .alike(names, at: spot, runs: runs.count, most: Self.mostNames)
    }

    // MARK: What is missing

    /// The shortfall from the requirement or selection, and the aspects that no verdict here covers.
    var closingLines: [String] {
        let lines = [tally.shortfall.map { "error: \($0)" }, tally.scarcity].compactMap(\.self)
        return (lines + (tally.coverage?.unjudged ?? [])).flatMap {
            terminal.lines("", $0, indent: 2)
        }
    }
}
