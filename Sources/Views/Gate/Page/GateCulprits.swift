import Gate
import Ground
import Journal

/// The scenarios that fail a gate, each with its failures and links to its failed runs.
struct GateCulprits {
    /// The limits for scenarios, all of which the matrix shows, and for links of each; any more are only counted.
    static let mostScenarios = 100
    static let mostLinks = 12

    let report: GateReport

    private var failed: [(number: Int, scenario: GateDocument.Scenario)] {
        GateMatrix.sorted(report.document.scenarios).filter { $0.scenario.decision == .failed }
    }

    var isEmpty: Bool { failed.isEmpty }

    func write(to html: inout HTMLText) {
        let failed = failed
        guard !failed.isEmpty else { return }
        html.raw("<section id=\"culprits\"><h2>What failed (\(failed.count))</h2>\n<ul class=\"list\">\n")
        for (number, scenario) in failed.prefix(Self.mostScenarios) {
            html.raw("<li data-item=\"bad\" data-kind=\"\(scenario.decision.rawValue)\">")
            html.raw("<a href=\"#scenario-\(number)\">")
            html.data(scenario.name.shown(120))
            html.raw("</a>: ")
            html.data("\(scenario.failures) of \(counted(scenario.trials, "trial")) failed")
            if let reason = reason(of: scenario) { html.data(": \(reason)") }
            let runs = scenario.runs.filter { $0.verdict == .failed }
            if !runs.isEmpty { html.raw("<br>") }
            for (place, run) in runs.prefix(Self.mostLinks).enumerated() {
                if place > 0 { html.raw(", ") }
                RunAddress.write(run.ordinal, "run \(run.ordinal)", in: report, to: &html)
            }
            if runs.count > Self.mostLinks { html.data(" and \(runs.count - Self.mostLinks) more") }
            html.raw("</li>\n")
        }
        html.raw("</ul>\n")
        let rest = failed.count - Self.mostScenarios
        if rest > 0 { html.element("p", "class=\"none\"", "\(counted(rest, "more scenario"))") }
        html.raw("</section>\n")
    }

    /// Returns the reason of the most frequent failure.
    private func reason(of scenario: GateDocument.Scenario) -> String? {
        let most = scenario.failureKeys.max { ($0.count, $1.firstOrdinal) < ($1.count, $0.firstOrdinal) }
        return most.flatMap { report.explanation(of: $0.firstOrdinal)?.shown(400) }
    }
}
