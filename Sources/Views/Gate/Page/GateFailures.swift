import Gate
import GateKit
import Ground
import Journal
import Reports
import Wording

/// The failures of a gate's runs by their code, each with its first run, its plot and all its runs.
struct GateFailures {
    /// The limits for cards, plots and links; further kinds of failure are only counted.
    static let mostCards = 50
    static let mostPlots = 20
    static let mostLinks = 50

    /// A failure key of a scenario with its code.
    private struct Way {
        let scenario: GateDocument.Scenario
        let key: GateDocument.FailureKey
        let code: FailureCode?
    }

    private let report: GateReport
    private let ways: [Way]

    init(_ report: GateReport) {
        self.report = report
        ways = GateMatrix.sorted(report.document.scenarios).flatMap { row in
            row.scenario.failureKeys.sorted { ($1.count, $0.key) < ($0.count, $1.key) }.map { key in
                Way(scenario: row.scenario, key: key, code: report.summaries[key.firstOrdinal]?.code)
            }
        }
    }

    var isEmpty: Bool { ways.isEmpty }

    func write(to html: inout HTMLText) {
        guard !ways.isEmpty else { return }
        html.raw("<section id=\"failures\"><h2>Failures by code (\(ways.count))</h2>\n")
        var codes: [FailureCode?] = []
        for way in ways where !codes.contains(way.code) { codes.append(way.code) }
        var cards = 0
        var plots = 0
        for (place, code) in codes.enumerated() {
            let members = ways.filter { $0.code == code }
            html.raw("<section class=\"group\" id=\"failure-\(place + 1)\"><h3>")
            html.data(code?.rawValue.shown(120) ?? "no code known")
            if let entry = code.flatMap({ FailureCode.entry(of: $0) }) { html.data(": \(entry.meaning)") }
            html.raw("</h3>\n")
            if let entry = code.flatMap({ FailureCode.entry(of: $0) }) {
                html.element("p", "class=\"facts\"", Sentence.usualCauses(entry.causes).description)
            }
            for way in members where cards < Self.mostCards {
                cards += 1
                write(way, &plots, to: &html)
            }
            html.raw("</section>\n")
        }
        if ways.count > cards {
            html.element("p", "class=\"none\"", "\(counted(ways.count - cards, "more way")) to fail not shown")
        }
        html.raw("</section>\n")
    }

    private func write(_ way: Way, _ plots: inout Int, to html: inout HTMLText) {
        let summary = report.summaries[way.key.firstOrdinal]
        html.raw("<article class=\"card \(way.scenario.decision == .failed ? "bad" : "rig")\" data-item=\"bad\" ")
        html.raw("data-kind=\"\(way.scenario.decision.rawValue)\"><h4>\(ClassSign(way.scenario).svg)")
        let what = report.explanation(of: way.key.firstOrdinal)?.shown(400) ?? "failed"
        html.data("\(way.scenario.name.shown(120)): \(what)")
        html.raw("</h4>\n<dl>\n")
        let count = "\(GateWords.share(way.key.count, of: way.scenario.trials)) trials, first in run "
        Self.row("Seen in", count + "\(way.key.firstOrdinal)", to: &html)
        Self.row("For the gate", Self.weight(of: way.scenario.decision), to: &html)
        if let assumed = way.key.assumed {
            let what = "that a device of the rig can hear, in \(assumed): the rig has no reference that shows it"
            Self.row("Assumes", what, to: &html)
        }
        for failure in (summary?.failures ?? []).prefix(3) {
            Self.row("Expected", failure.expected.shown(1_000), to: &html)
            Self.row("Seen", failure.seen.shown(1_000), to: &html)
            if let measured = failure.measured { Self.row("Measured", measured.description.shown(300), to: &html) }
            Self.row("At", Sentence.place(of: failure).description.shown(300), to: &html)
        }
        html.raw("<dt>Runs</dt><dd>")
        writeRuns(of: way, to: &html)
        html.raw("</dd>\n")
        Self.row("Key", String(way.key.key.prefix(64)), to: &html)
        html.raw("</dl>\n")
        for distances in report.distances[way.key.firstOrdinal] ?? [] where plots < Self.mostPlots {
            guard let svg = DistancePlot.svg(distances, failures: summary?.failures ?? []) else { continue }
            plots += 1
            html.raw("<figure><figcaption>")
            html.data("Distance to \(distances.accessory.shown(80)) in run \(way.key.firstOrdinal), zones as bands")
            html.raw("</figcaption>\(svg)")
            Self.write(distances, to: &html)
            html.raw("</figure>\n")
        }
        html.raw("</article>\n")
    }

    /// Writes links to the runs with this failure, as far as known, otherwise to the first one.
    private func writeRuns(of way: Way, to html: inout HTMLText) {
        let known = Set(
            report.attempts.filter { $0.failureKey == way.key.key && $0.task.scenario == way.scenario.name }.map(
                \.ordinal))
        let failed = way.scenario.runs.filter { $0.verdict == .failed }
        let runs =
            known.isEmpty
            ? failed.filter { $0.ordinal == way.key.firstOrdinal } : failed.filter { known.contains($0.ordinal) }
        for (place, run) in runs.prefix(Self.mostLinks).enumerated() {
            if place > 0 { html.raw(", ") }
            RunAddress.write(run.ordinal, "run \(run.ordinal)", in: report, to: &html)
        }
        if runs.count > Self.mostLinks { html.data(" and \(runs.count - Self.mostLinks) more") }
    }

    private static func weight(of decision: GateDecision) -> String {
        switch decision {
        case .failed: "fails it"
        case .excused: "excused: see what is excused above"
        case .unproved: "does not decide: the scenario is unproved"
        case .passed: "tolerated by the plan"
        }
    }

    /// Writes the plot's data, thinned to a readable amount.
    private static func write(_ distances: RunDistances, to html: inout HTMLText) {
        html.raw("<details><summary>Numbers</summary><table><thead><tr><th scope=\"col\">s</th>")
        html.raw("<th scope=\"col\">m</th></tr></thead><tbody>")
        let points = distances.samples.map { (Double($0.instant.nanoseconds) / 1e9, $0.distance.metres) }
        let stride = max(1, points.count / 40)
        for (place, point) in points.enumerated() where place % stride == 0 {
            html.raw("<tr><td class=\"figure\" data-label=\"s\">\(decimal(point.0, places: 3))</td>")
            html.raw("<td class=\"figure\" data-label=\"m\">\(decimal(point.1, places: 2))</td></tr>")
        }
        html.raw("</tbody></table></details>")
    }

    private static func row(_ name: String, _ value: String, to html: inout HTMLText) {
        html.element("dt", "", name)
        html.element("dd", "", value)
        html.raw("\n")
    }
}

/// A run's name, linked to its page if there is one.
enum RunAddress {
    /// The maximum length of an address in bytes; a longer one is not linked.
    private static let mostOfAddress = 1_000

    static func write(_ ordinal: Int, _ text: String, in report: GateReport, to html: inout HTMLText) {
        if let address = report.pages[ordinal], address.utf8.count <= mostOfAddress {
            html.element("a", "href=\"\(HTMLText.escaped(address))\"", text)
        } else {
            html.data(text)
        }
    }
}
