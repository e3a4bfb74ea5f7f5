import Gate
import GateKit
import Ground
import Journal
import Statistics

/// The measured quantities over the runs: their limits, two plots each, and the data.
struct GateQuantities {
    /// The limits for plots and rows; further quantities are shown without plots, or not at all.
    static let mostPlots = 20
    static let mostRows = 300
    /// The maximum number of single values listed.
    static let mostValues = 100

    private let report: GateReport

    init(_ report: GateReport) { self.report = report }

    private var quantities: [GateDocument.Quantity] { report.document.quantities }

    func write(to html: inout HTMLText) {
        guard !quantities.isEmpty else { return }
        html.raw("<section id=\"quantities\"><h2>Quantities (\(quantities.count))</h2>\n")
        writeTable(to: &html)
        for (place, quantity) in quantities.prefix(Self.mostPlots).enumerated() {
            write(quantity, number: place + 1, to: &html)
        }
        let rest = quantities.count - Self.mostPlots
        if rest > 0 {
            html.element("p", "class=\"none\"", "\(counted(rest, "more quantity", "more quantities")) without pictures")
        }
        html.raw("</section>\n")
    }

    private func writeTable(to html: inout HTMLText) {
        html.raw("<table border=\"1\" cellpadding=\"4\" class=\"matrix\"><thead><tr>")
        for name in ["quantity", "result", "runs", "value", "limit", "statement"] {
            html.raw("<th scope=\"col\">\(name)</th>")
        }
        html.raw("</tr></thead><tbody>\n")
        for quantity in quantities.prefix(Self.mostRows) {
            html.raw("<tr data-item=\"\(quantity.decision == .passed ? "good" : "bad")\" ")
            html.raw("data-kind=\"\(quantity.decision.rawValue)\">")
            html.element("th", "scope=\"row\"", "\(quantity.name.shown(80)) of \(quantity.scenario.shown(120))")
            html.raw("<td class=\"\(quantity.decision == .unproved ? "cell hatched" : "cell")\" data-label=\"result\">")
            html.raw("\(ClassSign(quantity.decision).svg)<strong>\(quantity.decision.rawValue)</strong></td>")
            let never = quantity.never > 0 ? ", \(quantity.never) never" : ""
            GateTables.cell("runs", "\(quantity.n)\(never)", to: &html)
            GateTables.cell("value", quantity.value.map { GateWords.amount($0, quantity.unit) } ?? "none", to: &html)
            GateTables.cell("limit", quantity.limit.map { GateWords.amount($0, quantity.unit) } ?? "", to: &html)
            GateTables.cell("statement", quantity.statement.shown(1_000), to: &html)
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table>\n")
    }

    private func write(_ quantity: GateDocument.Quantity, number: Int, to html: inout HTMLText) {
        let series = QuantitySeries(quantity, in: report.attempts)
        html.raw("<section id=\"quantity-\(number)\"><h3>")
        html.data("\(quantity.name.shown(80)) of \(quantity.scenario.shown(120))")
        html.raw("</h3>\n")
        guard !series.candidate.isEmpty else {
            html.element("p", "class=\"none\"", "The single values are not at hand.")
            html.raw("</section>\n")
            return
        }
        let baseline = series.baseline.isEmpty ? "" : ", dashed the baseline"
        html.raw("<figure><figcaption>")
        html.data("Share of runs at or below a value: the line is this firmware\(baseline)")
        html.raw("</figcaption>\(QuantityPlots.distribution(series))</figure>\n")
        html.raw("<figure><figcaption>")
        let small = series.baseline.isEmpty ? "" : ", small ones the baseline"
        html.data("From run to run: large dots are this firmware\(small)")
        html.raw("</figcaption>\(QuantityPlots.course(series))</figure>\n")
        writeNumbers(of: series, to: &html)
        for change in series.changes.prefix(20) {
            let unit = series.scale.name
            let sides =
                "mean \(decimal(change.point.before, places: 3)) \(unit) before and "
                + "\(decimal(change.point.after, places: 3)) \(unit) after"
            html.element(
                "p", "class=\"facts\"",
                "Change at run \(change.ordinal): \(sides), p \(Self.text(ofChance: change.point.probability)). "
                    + "A change point raises an alarm and decides nothing.")
        }
        html.raw("</section>\n")
    }

    /// Writes the data of both plots.
    private func writeNumbers(of series: QuantitySeries, to html: inout HTMLText) {
        let shares: [(String, Double)] = [("least", 0), ("median", 0.5), ("95th", 0.95), ("greatest", 1)]
        html.raw("<table><caption>Nearest-rank quantiles; a run that never came to a value counts as the greatest")
        html.raw("</caption>")
        html.raw("<thead><tr><th scope=\"col\">firmware</th><th scope=\"col\">runs</th>")
        for (name, _) in shares { html.raw("<th scope=\"col\">\(name)</th>") }
        html.raw("</tr></thead><tbody>")
        for (name, values) in [("this one", series.candidate), ("baseline", series.baseline)] where !values.isEmpty {
            html.raw("<tr><th scope=\"row\">\(name)</th>")
            GateTables.cell("runs", "\(values.count)", to: &html)
            for (title, share) in shares {
                let value = QuantitySeries.quantile(share, of: values)
                GateTables.cell(title, value.map { GateWords.amount($0, series.quantity.unit) } ?? "never", to: &html)
            }
            html.raw("</tr>")
        }
        html.raw("</tbody></table>\n<details><summary>Every value</summary><table><thead><tr>")
        html.raw("<th scope=\"col\">run</th><th scope=\"col\">firmware</th><th scope=\"col\">value</th></tr>")
        html.raw("</thead><tbody>\n")
        let all = series.candidate.map { ($0, "this one") } + series.baseline.map { ($0, "baseline") }
        for (value, side) in all.sorted(by: { $0.0.ordinal < $1.0.ordinal }).prefix(Self.mostValues) {
            html.raw("<tr><th scope=\"row\">")
            RunAddress.write(value.ordinal, "\(value.ordinal)", in: report, to: &html)
            html.raw("</th>")
            GateTables.cell("firmware", side, to: &html)
            GateTables.cell(
                "value", value.amount.map { GateWords.amount($0, series.quantity.unit) } ?? "never", to: &html)
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table>")
        let rest = all.count - Self.mostValues
        if rest > 0 { html.element("p", "class=\"none\"", "\(counted(rest, "more value"))") }
        html.raw("</details>\n")
    }

    private static func text(ofChance p: Double) -> String { p < 0.0001 ? "below 0.0001" : decimal(p, places: 4) }
}
