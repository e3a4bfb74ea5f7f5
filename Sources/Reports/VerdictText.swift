import Ground
import Journal

/// The end of one run in words: the verdict line, then what explains it.
struct VerdictText {
    let summary: RunSummary
    let terminal: TerminalTraits

    init(_ summary: RunSummary, terminal: TerminalTraits) {
        self.summary = summary
        self.terminal = terminal
    }

    var lines: [String] { [verdictLine] + summary.failures.flatMap(lines(of:)) + findingLines }

    /// One line: verdict, run, how far it came, what it measured, and why.
    private var verdictLine: String {
        var text = summary.headline(in: terminal)
        text += ": \(summary.stepsPassed) of \(counted(summary.stepsInAll, "step")) in \(summary.elapsed)"
        for amount in amounts { text += ", \(amount.escapedForDisplay)" }
        // What the failures below say in full need not be said here.
        return summary.failures.isEmpty ? text + (summary.why.map { ": \($0)" } ?? "") : text
    }

    /// What the run measured; of spans with the same name, as of several exchanges, the one in the middle.
    private var amounts: [String] {
        var names: [String] = []
        for measured in summary.measured where !names.contains(measured.what) { names.append(measured.what) }
        return names.flatMap { name in
            let same = summary.measured.filter { $0.what == name }
            guard same.count > 1 || same.contains(where: { $0.times != nil }),
                let spread = RunTally([summary]).spread(of: name)
            else {
                return same.map(\.description)
            }
            return ["\(name) \(spread.median) (median of \(spread.count))"]
        }
    }

    private func lines(of failure: Failure) -> [String] {
        var lines = [
            "    expected  \(failure.expected.escapedForDisplay)",
            "    seen      \(failure.seen.escapedForDisplay)",
        ]
        if let cause = failure.cause { lines.append("    meaning   \(cause.escapedForDisplay)") }
        lines += [
            "    at        \(failure.spot.description.escapedForDisplay), \(failure.instant) into the run"
        ]
        guard let link = failure.link?.escapedForDisplay else { return lines }
        guard !failure.lastFrames.isEmpty else { return lines + ["    no frames on \(link)"] }
        lines.append("    last frames on \(link)")
        lines += failure.lastFrames.map { terminal.shaded("      \($0.description.escapedForDisplay)", .quiet) }
        return lines
    }

    private var findingLines: [String] {
        guard !summary.findings.isEmpty else { return [] }
        var lines = ["    findings"]
        for found in summary.findings.prefix(ConsoleReport.listLimit) {
            let shade: Shade = found.finding.weight == .note ? .quiet : .doubtful
            let weight = terminal.shaded(found.finding.weight.rawValue.padded(to: 7), shade)
            lines.append(
                "      \(weight)  \(found.link.escapedForDisplay): \(found.finding.description.escapedForDisplay)")
        }
        let rest = summary.findings.count + (summary.findingsBesides ?? 0) - ConsoleReport.listLimit
        return rest > 0 ? lines + ["      and \(rest) more"] : lines
    }
}

/// All runs together in words: how many of each verdict, times, and again those that did not pass.
struct SummaryText {
    let tally: RunTally
    let terminal: TerminalTraits

    init(_ tally: RunTally, terminal: TerminalTraits) {
        self.tally = tally
        self.terminal = terminal
    }

    var lines: [String] {
        guard !tally.summaries.isEmpty else { return ["nothing was played"] }
        let counts = tally.counts.map { "\($0.count) \($0.verdict)" }.joined(separator: ", ")
        var lines = ["", "\(counted(tally.summaries.count, "run")): \(counts); \(tally.elapsed) of rig time"]
        for what in [RunTally.turnAround, RunTally.routeTime, RunTally.processorTime] {
            guard let spread = tally.spread(of: what) else { continue }
            lines.append(
                "\(what): \(spread.least) least, \(spread.median) median, \(spread.greatest) greatest, "
                    + "of \(spread.count)")
        }
        let notPassed = tally.notPassed
        guard !notPassed.isEmpty else { return lines }
        lines.append("not passed:")
        lines += notPassed.prefix(ConsoleReport.listLimit).map { summary in
            let spot = (summary.failures.first?.spot ?? summary.spot).description.escapedForDisplay
            return "  " + summary.headline(in: terminal) + (summary.why.map { ": \($0)" } ?? "") + " (\(spot))"
        }
        let rest = notPassed.count - ConsoleReport.listLimit
        return rest > 0 ? lines + ["  and \(rest) more"] : lines
    }
}

extension RunSummary {
    /// Verdict, scenario, rig and seed.
    fileprivate func headline(in terminal: TerminalTraits) -> String {
        let word = terminal.shaded(verdict.description.padded(to: 9), verdict.shade)
        return "\(word) \(scenario.escapedForDisplay) on \(rig.escapedForDisplay), seed \(seed)"
    }

    /// Why it did not pass, safe to print; nil when there is nothing to say.
    fileprivate var why: String? { explanation?.escapedForDisplay }

    /// The reason of the verdict, wherever it is kept; nil when there is none.
    var explanation: String? {
        if let reason { return reason }
        if case .skipped(let reason) = verdict { return reason }
        return failures.first.map { "expected \($0.expected); seen: \($0.seen)" }
    }
}

extension Verdict {
    fileprivate var shade: Shade {
        switch self {
        case .passed: .good
        case .failed, .error: .bad
        case .timedOut, .skipped, .aborted: .doubtful
        }
    }
}

/// `1 step`, `2 steps`.
public func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
