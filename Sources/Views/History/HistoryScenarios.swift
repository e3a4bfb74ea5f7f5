import Gate
import Ground
import History

/// The scenarios: those that failed, each with its rates by firmware, its runs over time and its failures; and folded,
/// those that never did.
struct HistoryScenarios {
    /// The limits for scenarios, for the rows and failures of each, and for groups without a failure.
    static let mostScenarios = 60
    static let mostRows = 16
    static let mostFailures = 6
    static let mostClean = 300

    private let report: HistoryReport
    private let index: HistoryIndex
    /// The names of scenarios that had more than one content.
    private let several: Set<String>

    init(_ report: HistoryReport) {
        (self.report, index) = (report, HistoryIndex(report))
        several = HistoryText.severalContents(in: report.groups)
    }

    func write(to html: inout HTMLText) {
        guard !report.groups.isEmpty else { return }
        html.raw("<section id=\"scenarios\"><h2>Scenarios</h2>\n")
        for note in HistoryText.notes(report.groups, report.bar) { html.element("p", "class=\"facts\"", note) }
        html.element(
            "p", "class=\"facts\"",
            "In the pictures of rates, the dot is the share that failed, the bar ends at the limit, and the thin line "
                + "ends at the limit with all left-out runs counted as failed.")
        let groups = Dictionary(grouping: report.groups, by: \.scenario.name)
        for (place, name) in index.failing.prefix(Self.mostScenarios).enumerated() {
            write(name, groups[name] ?? [], number: place + 1, to: &html)
        }
        let rest = index.failing.count - Self.mostScenarios
        if rest > 0 {
            html.element(
                "p", "class=\"none\"", "\(counted(rest, "more scenario")) with failures: select with --scenario")
        }
        writeClean(to: &html)
        html.raw("</section>\n")
    }

    // MARK: Scenarios that failed

    private func write(_ name: String, _ groups: [HistoryGroup], number: Int, to html: inout HTMLText) {
        let isFlaky = groups.contains { $0.outcome(report.bar) == .flaky }
        let outcome = isFlaky ? GateClass.flaky : .failed
        html.raw("<article id=\"scenario-\(number)\" class=\"card \(isFlaky ? "rig" : "bad")\" data-item=\"bad\" ")
        html.raw("data-kind=\"\(outcome.rawValue)\"><h3>\(ClassSign(outcome).svg)")
        html.data("\(name.shown(120)): \(outcome.rawValue)")
        html.raw("</h3>\n")
        writeRates(groups, to: &html)
        let failures = report.flaky.failures.filter { $0.scenario.name == name }
        let numbered = failures.reversed().enumerated().map { (number: $0.offset + 1, failure: $0.element) }
        let sequences = report.sequences.filter { $0.scenario.name == name }
        for sequence in sequences { write(sequence, numbered.suffix(Self.mostFailures), to: &html) }
        let series = Set(
            groups.filter { $0.failures > 0 }.map { [$0.scenario.hash, $0.bench.fingerprint, $0.bench.version] })
        if series.count > sequences.count {
            html.element(
                "p", "class=\"none\"",
                "The runs of \(series.count - sequences.count) more series are not drawn: select with --scenario")
        }
        html.raw("<div class=\"ways\">")
        for (number, failure) in numbered.suffix(Self.mostFailures) { write(failure, number, to: &html) }
        html.raw("</div>\n")
        let rest = failures.count - Self.mostFailures
        if rest > 0 { html.element("p", "class=\"none\"", "\(counted(rest, "earlier way", "earlier ways")) to fail") }
        html.raw("</article>\n")
    }

    /// Writes the rates by firmware, oldest first, on one scale.
    private func writeRates(_ groups: [HistoryGroup], to html: inout HTMLText) {
        begin(Array(HistoryText.titles.dropFirst()), to: &html)
        // However old a failure is, its row stays.
        let newest = groups.count - Self.mostRows
        let shown = groups.enumerated().filter { $0.offset >= newest || $0.element.failures > 0 }.map(\.element)
        for group in shown {
            html.raw("<tr>")
            let cells = HistoryText.cells(of: group, report.bar, several)
            let content = cells[0] == group.scenario.name ? "" : cells[0]
            write(Array(zip(HistoryText.titles, cells).dropFirst()), content: content, group, to: &html)
        }
        html.raw("</tbody></table>\n")
        let rest = groups.count - shown.count
        if rest > 0 { html.element("p", "class=\"none\"", "\(counted(rest, "earlier row")) without a failure") }
    }

    /// The column that is followed by the picture of the rate.
    private static let picture = "below"

    private func begin(_ titles: [String], to html: inout HTMLText) {
        html.raw("<table class=\"result\"><thead><tr>")
        for title in titles {
            html.raw("<th scope=\"col\">\(title)</th>")
            if title == Self.picture { html.raw("<th scope=\"col\">rate</th>") }
        }
        html.raw("</tr></thead><tbody>\n")
    }

    /// Writes a row's cells and its end.
    private func write(
        _ cells: [(title: String, text: String)], content: String = "", _ group: HistoryGroup, to html: inout HTMLText
    ) {
        html.raw("<th scope=\"row\">")
        html.data(cells.first?.text.shown(120) ?? "")
        if !content.isEmpty {
            html.raw("<br>")
            html.element("small", "class=\"spot\"", content.shown(120))
        }
        html.raw("</th>")
        for (title, text) in cells.dropFirst() {
            if text.isEmpty {
                html.raw("<td class=\"empty\"></td>")
            } else {
                html.element("td", "class=\"figure\" data-label=\"\(title)\"", text.shown(120))
            }
            if title == Self.picture { html.raw("<td>\(Self.bar(group, report.bar))</td>") }
        }
        html.raw("</tr>\n")
    }

    private static func bar(_ group: HistoryGroup, _ bar: PassThreshold) -> String {
        let colour: PlotColour =
            switch group.outcome(bar) {
            case .passed: .good
            case .failed: .bad
            case .flaky: .doubtful
            case .unproved: .other
            }
        return RateBar.svg(
            failures: group.failures, of: group.trials, below: group.upperLimit(bar), worstCase: group.worstCase(bar),
            colour)
    }

    // MARK: Runs over time

    private func write(
        _ sequence: RunSequence, _ failures: ArraySlice<(number: Int, failure: FailureHistory)>,
        to html: inout HTMLText
    ) {
        guard let first = sequence.runs.first, let last = sequence.runs.last else { return }
        let own = failures.filter { $0.failure.scenario == sequence.scenario }
        let all = sequence.count > sequence.runs.count ? ", the newest \(sequence.runs.count) of them" : ""
        let content = several.contains(sequence.scenario.name) ? " (content \(sequence.scenario.hash.prefix(6)))" : ""
        html.raw("<figure class=\"runs\"><figcaption>")
        html.data(
            "Runs \(first.number) to \(last.number) of \(sequence.count)\(all) on \(sequence.bench.shown.shown())"
                + "\(content), ")
        HistoryPage.write(from: first.started, to: last.started, to: &html)
        html.raw("</figcaption>\(HistoryPlots.results(sequence, failures: Array(own)))</figure>\n")
        if sequence.runs.count > HistoryPlots.mostBars {
            html.element(
                "p", "class=\"none\"",
                "Each of \(HistoryPlots.mostBars) columns covers several runs, and shows every result among them.")
        }
    }

    private func write(_ failure: FailureHistory, _ number: Int, to html: inout HTMLText) {
        html.raw("<div><h4>")
        html.data("Failure \(number): \(FlakyText.title(of: failure).shown(200))")
        html.raw("</h4><dl>\n")
        for (title, text) in FlakyText.rows(of: failure) {
            html.element("dt", "", title)
            html.element("dd", "", text.shown(1_000))
            html.raw("\n")
        }
        html.element("dt", "", "key")
        html.element("dd", "", String(failure.failure.key.prefix(10)))
        html.raw("</dl></div>\n")
    }

    // MARK: Scenarios that never failed

    private func writeClean(to html: inout HTMLText) {
        let failing = Set(index.failing)
        let clean = report.groups.filter { !failing.contains($0.scenario.name) }
        guard !clean.isEmpty else { return }
        let count = Set(clean.map(\.scenario.name)).count
        html.raw("<details class=\"fold\" id=\"clean\"><summary><h3>")
        html.data("\(counted(count, "scenario")) that never failed")
        html.raw("</h3></summary>\n")
        begin(HistoryText.titles, to: &html)
        for group in clean.prefix(Self.mostClean) {
            html.raw("<tr data-item=\"good\" data-kind=\"\(group.outcome(report.bar).rawValue)\">")
            let cells = HistoryText.cells(of: group, report.bar, several)
            write(Array(zip(HistoryText.titles, cells)), group, to: &html)
        }
        html.raw("</tbody></table>\n")
        let rest = clean.count - Self.mostClean
        if rest > 0 { html.element("p", "class=\"none\"", "\(counted(rest, "more row")): select with --scenario") }
        html.raw("</details>\n")
    }
}
