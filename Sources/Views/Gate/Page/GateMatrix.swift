import Gate
import GateKit
import Ground

/// The table of scenarios by firmware and bench: a word, the number of failures and trials, and the upper limit.
///
/// The worst scenario comes first. An empty cell was not played there.
struct GateMatrix {
    /// The maximum numbers of rows and columns; further scenarios are counted, and the oldest columns are left out.
    static let mostRows = 300
    static let mostColumns = 8

    private let document: GateDocument
    private let columns: [GateColumn]

    init(_ report: GateReport) {
        document = report.document
        let baseline = report.document.baseline.map { baseline in
            GateColumn(
                firmware: "baseline \(Self.name(of: baseline.firmware))", bench: report.document.bench.name,
                cells: baseline.scenarios.map {
                    GateColumn.Cell(
                        scenario: $0.name, class: $0.class, trials: $0.trials, failures: $0.failures,
                        upperLimit: $0.upperLimit, confidence: $0.confidence)
                })
        }
        columns = Array(([baseline].compactMap(\.self) + report.history).prefix(Self.mostColumns - 1))
    }

    static func name(of firmware: GateDocument.Firmware) -> String {
        firmware.file.split(separator: "/").last.map(String.init) ?? firmware.file
    }

    /// Returns the scenarios, worst first: failed, then excused, unproved and flaky; within each, the highest limit
    /// first.
    static func sorted(_ scenarios: [GateDocument.Scenario]) -> [(number: Int, scenario: GateDocument.Scenario)] {
        func rank(_ one: GateDocument.Scenario) -> Int {
            switch ClassSign(one) {
            case .failed: 0
            case .excused: 1
            case .unproved: 2
            case .flaky: 3
            case .passed: 4
            }
        }
        return scenarios.enumerated().map { (number: $0.offset + 1, scenario: $0.element) }.sorted { one, other in
            let (left, right) = (rank(one.scenario), rank(other.scenario))
            if left != right { return left < right }
            if one.scenario.upperLimit != other.scenario.upperLimit {
                return one.scenario.upperLimit > other.scenario.upperLimit
            }
            return one.number < other.number
        }
    }

    func write(to html: inout HTMLText) {
        html.raw("<section id=\"scenarios\"><h2>Scenarios (\(document.scenarios.count))</h2>\n")
        html.element(
            "p", "class=\"facts\"",
            "Each cell: how many of the trials failed, below which rate the failures are, and with which confidence. "
                + "In the picture, the dot is the share that failed and the bar ends at that rate. Hatched is not "
                + "proved. Empty was not played.")
        html.raw("<table class=\"matrix\" border=\"1\" cellpadding=\"4\"><thead><tr><th scope=\"col\">scenario</th>")
        head(Self.name(of: document.firmware), document.bench.name, to: &html)
        for column in columns { head(column.firmware, column.bench, to: &html) }
        html.raw("<th scope=\"col\">with left-out runs as failed</th><th scope=\"col\">shown by the plan</th>")
        html.raw("</tr></thead>\n<tbody>\n")
        for row in Self.sorted(document.scenarios).prefix(Self.mostRows) { write(row.number, row.scenario, to: &html) }
        html.raw("</tbody></table>\n")
        let rest = document.scenarios.count - Self.mostRows
        if rest > 0 { html.element("p", "class=\"none\"", "\(counted(rest, "more scenario")) not shown") }
        html.raw("</section>\n")
    }

    private func head(_ firmware: String, _ bench: String, to html: inout HTMLText) {
        html.raw("<th scope=\"col\">")
        html.data(firmware.shown(80))
        html.raw("<br>bench ")
        html.data(bench.shown(60))
        html.raw("</th>")
    }

    private func write(_ number: Int, _ scenario: GateDocument.Scenario, to html: inout HTMLText) {
        let sign = ClassSign(scenario)
        let isBad = sign != .passed
        html.raw("<tr id=\"scenario-\(number)\" data-item=\"\(isBad ? "bad" : "good")\" data-kind=\"")
        html.data(Self.word(of: scenario))
        html.raw("\"><th scope=\"row\">")
        html.data(scenario.name.shown(120))
        if let file = scenario.file {
            html.raw("<br><small class=\"spot\">")
            html.data("\(file.shown(160)):\(scenario.line ?? 1)")
            html.raw("</small>")
        }
        html.raw("</th>")
        cell(
            sign, Self.word(of: scenario),
            GateColumn.Cell(
                scenario: scenario.name, class: scenario.class, trials: scenario.trials, failures: scenario.failures,
                upperLimit: scenario.upperLimit, confidence: scenario.confidence),
            isExact: scenario.upperLimitIsExact, label: "this firmware", plot: RateBar.svg(scenario), to: &html)
        for column in columns {
            guard let one = column.cells.first(where: { $0.scenario == scenario.name }) else {
                html.raw("<td class=\"empty\"></td>")
                continue
            }
            cell(
                ClassSign(one.class), one.class.rawValue, one, isExact: true, label: column.firmware.shown(40),
                to: &html)
        }
        html.raw("<td class=\"figure\" data-label=\"with left-out runs as failed\">")
        html.data(
            "< \(GateFigures.percent(up: scenario.upperLimitWorstCase)) with \(scenario.confidence) confidence, "
                + "\(scenario.leftOut.count) left out")
        html.raw("</td><td data-label=\"shown by the plan\">")
        for (place, proof) in scenario.proofs.prefix(8).enumerated() {
            if place > 0 { html.raw("<br>") }
            html.data(
                "\(proof.kind.rawValue): \(proof.decision.rawValue): "
                    + proof.sentence(leftOut: scenario.leftOut.count).shown(500)
            )
        }
        html.raw("</td></tr>\n")
    }

    private func cell(
        _ sign: ClassSign, _ word: String, _ cell: GateColumn.Cell, isExact: Bool, label: String, plot: String = "",
        to html: inout HTMLText
    ) {
        html.raw("<td class=\"\(sign == .unproved ? "cell hatched" : "cell")\" data-label=\"")
        html.data(label)
        html.raw("\">\(sign.svg)<strong>")
        html.data(word)
        html.raw("</strong><br>")
        html.data("\(GateWords.share(cell.failures, of: cell.trials)) failed")
        html.raw("<br>")
        let limit = "< \(GateFigures.percent(up: cell.upperLimit)) with \(cell.confidence) confidence"
        html.data(cell.trials == 0 ? "no limit" : limit + (isExact ? "" : " (as if fixed)"))
        html.raw(plot.isEmpty ? "</td>" : "<br>\(plot)</td>")
    }

    /// Returns the word for the decision, with an addition for a flaky scenario, which is never simply called passed.
    static func word(of scenario: GateDocument.Scenario) -> String {
        switch (scenario.decision, scenario.class) {
        case (.passed, .flaky): "flaky, accepted"
        case (.failed, .flaky): "failed, flaky"
        default: scenario.decision.rawValue
        }
    }
}
