import Ground
import History
import Journal

/// The quantities over time: those that changed, and folded, those that did not, and those of the rig.
struct HistoryQuantities {
    /// The limits for plots of quantities that changed, and of those that did not.
    static let mostChanged = 60
    static let mostUnchanged = 60

    /// The kinds of quantities for the filter.
    static let kinds = ["shifted", "not shifted"]

    /// Returns the address of a quantity that changed, by its place among them.
    static func address(_ place: Int) -> String {
        place < mostChanged ? "#quantity-\(place + 1)" : "#quantities"
    }

    private let report: HistoryReport
    private let index: HistoryIndex

    init(_ report: HistoryReport) { (self.report, index) = (report, HistoryIndex(report)) }

    func write(to html: inout HTMLText) {
        guard !report.trends.isEmpty else { return }
        html.raw("<section id=\"quantities\"><h2>Quantities</h2>\n")
        html.element(
            "p", "class=\"facts\"",
            "Each dot is the largest value of a run, and the level is the median between changes. Dashed lines are "
                + "changes, dotted ones the first run with a firmware. Changes date a change and never fail a "
                + "firmware. A plot of more than \(HistoryPlots.mostPoints) runs shows the smallest and the largest "
                + "of each of \(HistoryPlots.mostPoints / 2) stretches.")
        if report.trendsBesides > 0 {
            html.element(
                "p", "class=\"none\"",
                "\(report.trends.count) series were examined; \(report.trendsBesides) more, "
                    + "with older runs, or of the rig, were not: select with --scenario or --bench")
        }
        if !index.changed.isEmpty {
            html.raw("<div class=\"plots\">\n")
            for (place, trend) in index.changed.prefix(Self.mostChanged).enumerated() {
                write(trend, id: "quantity-\(place + 1)", to: &html)
            }
            html.raw("</div>\n")
            Self.count(index.changed.count - Self.mostChanged, to: &html)
        }
        let unchanged = report.trends.filter(\.changes.isEmpty)
        fold("without a change point", unchanged.filter { !$0.isOfRig }, to: &html)
        fold("of the rig that changed", index.changedOfRig, to: &html)
        fold("of the rig without a change point", unchanged.filter(\.isOfRig), to: &html)
        html.raw("</section>\n")
    }

    private func fold(_ what: String, _ trends: [QuantityTrend], to html: inout HTMLText) {
        guard !trends.isEmpty else { return }
        html.raw("<details class=\"fold\"><summary><h3>")
        html.data("\(counted(trends.count, "quantity", "quantities")) \(what)")
        html.raw("</h3></summary>\n<div class=\"plots\">\n")
        for trend in trends.prefix(Self.mostUnchanged) { write(trend, id: nil, to: &html) }
        html.raw("</div>\n")
        Self.count(trends.count - Self.mostUnchanged, to: &html)
        html.raw("</details>\n")
    }

    private static func count(_ rest: Int, to html: inout HTMLText) {
        guard rest > 0 else { return }
        html.element("p", "class=\"none\"", "\(counted(rest, "more plot")): select with --scenario or --bench")
    }

    private func write(_ trend: QuantityTrend, id: String?, to html: inout HTMLText) {
        let isShifted = !trend.changes.isEmpty
        html.raw("<article\(id.map { " id=\"\($0)\"" } ?? "") class=\"card\(isShifted ? " rig" : "")\" ")
        html.raw("data-item=\"\(isShifted && !trend.isOfRig ? "bad" : "good")\" ")
        html.raw("data-kind=\"\(Self.kinds[isShifted ? 0 : 1])\"><h4>")
        html.data("\(trend.quantity.shown(80)) of \(trend.scenario.name.shown(120))")
        html.raw("</h4>\n")
        for change in trend.changes {
            html.element("p", "class=\"why\"", TrendText.sentence(on: change, of: trend).shown(500))
        }
        if !isShifted { html.element("p", "class=\"why\"", TrendText.noChange) }
        html.raw("<figure>\(HistoryPlots.trend(trend))</figure>\n<p class=\"facts\">")
        html.data(TrendText.title(of: trend, .largest))
        if let limit = trend.limit { html.data("; limit \(HistoryWords.value(limit, trend.unit))") }
        for remark in TrendText.remarks(on: trend) {
            html.raw("<br>")
            html.data(remark)
        }
        html.raw("</p></article>\n")
    }
}
