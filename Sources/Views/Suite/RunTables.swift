import Ground
import Journal
import Reports
import Wording

/// Tables of the runs that need no explanation: those that passed, and those skipped, with the reason.
struct RunTables {
    /// The greatest number of rows; any more are counted.
    static let mostRows = 2_000
    static let mostReasons = 100

    let content: SuiteContent

    /// Writes the runs skipped or left out, with the reason.
    func writeSkipped(to html: inout HTMLText) {
        var groups: [(reason: String, scenarios: [String])] = []
        var places: [String: Int] = [:]
        for run in content.runs(of: .skipped) {
            let reason = run.summary.explanation ?? Sentence.noReasonKnown.description
            if let place = places[reason] {
                groups[place].scenarios.append(run.summary.scenario)
            } else {
                places[reason] = groups.count
                groups.append((reason, [run.summary.scenario]))
            }
        }
        html.raw("<table><thead><tr><th scope=\"col\">Scenarios</th><th scope=\"col\">How</th>")
        html.raw("<th scope=\"col\">Reason</th></tr></thead><tbody>\n")
        let skipped = groups.map { ($0, Sentence.Omission.skipped) } + content.leftOut.map { ($0, .leftOut) }
        for ((reason, scenarios), how) in skipped.prefix(Self.mostReasons) {
            html.raw("<tr data-item=\"open\" data-kind=\"\(how.rawValue)\"><th scope=\"row\">")
            html.data(scenarios.prefix(Self.mostReasons).joined(separator: ", "))
            let rest = scenarios.count - Self.mostReasons
            if rest > 0 { html.data("; \(Sentence.moreRuns(rest))") }
            html.raw("</th>")
            html.element("td", "data-label=\"How\"", "\u{2013} \(how.rawValue)")
            html.element("td", "data-label=\"Reason\"", reason)
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table>\n")
        let rest = skipped.dropFirst(Self.mostReasons).reduce(0) { $0 + $1.0.scenarios.count }
        if rest > 0 { html.element("p", "class=\"none\"", Sentence.moreRuns(rest).description) }
    }

    /// Writes the runs that passed, each with its page.
    func writePassed(to html: inout HTMLText) {
        let passed = content.runs(of: .passed)
        let all = content.counts.first { $0.verdict == .passed }?.count ?? 0
        html.raw("<details class=\"fold\"><summary>\u{2714} \(all) passed</summary>\n")
        html.raw("<table><thead><tr><th scope=\"col\">Scenario</th><th scope=\"col\">Seed</th>")
        html.raw("<th scope=\"col\">Steps</th><th scope=\"col\">Took</th><th scope=\"col\">Findings</th>")
        html.raw("</tr></thead><tbody>\n")
        for run in passed.prefix(Self.mostRows) { write(run, to: &html) }
        html.raw("</tbody></table>\n")
        let rest = all - min(passed.count, Self.mostRows)
        if rest > 0 { html.element("p", "class=\"none\"", Sentence.moreRuns(rest).description) }
        html.raw("</details>\n")
    }

    private func write(_ run: PageRun, to html: inout HTMLText) {
        let summary = run.summary
        html.raw("<tr id=\"run-\(run.number)\" data-item=\"good\" data-kind=\"passed\"><th scope=\"row\">")
        if let address = run.address {
            html.element("a", "href=\"\(HTMLText.escaped(address))\"", summary.scenario)
        } else {
            html.data(summary.scenario)
        }
        html.raw("</th><td class=\"figure\" data-label=\"Seed\">\(summary.seed)</td>")
        html.raw("<td class=\"figure\" data-label=\"Steps\">\(summary.stepsPassed) of \(summary.stepsInAll)</td>")
        html.element("td", "class=\"figure\" data-label=\"Took\"", summary.elapsed.description)
        let weights = summary.findings.map(\.finding.weight)
        let findings = Sentence.findings(
            warnings: weights.count { $0 == .warning }, notes: weights.count { $0 == .note }
        ).description
        let remarks = ([findings] + run.remarks).filter { !$0.isEmpty }.joined(separator: "; ")
        html.element("td", "data-label=\"Findings\"\(remarks.isEmpty ? " class=\"empty\"" : "")", remarks)
        html.raw("</tr>\n")
    }
}
