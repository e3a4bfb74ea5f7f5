import Ground
public import History
import Journal

/// A history as one self-contained page: what is new, the scenarios that failed with their rates and their runs over
/// time, and the quantities with their changes.
///
/// All figures and sentences are those of the history's own texts. The page loads nothing, and every list on it has a
/// limit; the rest is counted.
public struct HistoryPage {
    private let report: HistoryReport
    /// The number of folders that were refused as evidence.
    private let refused: Int

    public init(_ report: HistoryReport, refused: Int = 0) { (self.report, self.refused) = (report, refused) }

    /// The complete page.
    public var html: String {
        var html = HTMLText()
        let head = HistoryHead(report, refused: refused)
        PageFrame.begin(
            &html, title: "History: \(head.headline.text)", style: PageStyle.charts + GateStyle.sheet + Self.style)
        head.write(to: &html)
        html.raw("<main>\n")
        HistoryFirmware(report).write(to: &html)
        HistoryScenarios(report).write(to: &html)
        HistoryQuantities(report).write(to: &html)
        HistoryGates(report).write(to: &html)
        html.raw("</main>\n")
        PageFrame.end(&html)
        return html.text
    }

    /// Folded parts stay folded on paper, because a history can have hundreds of plots that show nothing.
    private static let style = """
        .plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(26rem,100%),1fr));gap:0 1.4rem}\
        .plots{align-items:start}.plots>article{min-width:0}.plots h3,.plots h4{margin:.2rem 0}
        .news{list-style:none;margin:.4rem 0;padding:0;max-width:60rem}.news li{padding:.1rem 0 .1rem .7rem;\
        border-left:4px solid var(--line);margin:.3rem 0}.news .bad{border-color:var(--bad);color:inherit}\
        .news .rig{border-color:var(--warn);color:inherit}
        .result .rate{margin:0}.result td,.result tbody th{vertical-align:middle}
        .date,nav a{white-space:nowrap}.card>h3{margin-top:.2rem}.runs{margin:.5rem 0 0}\
        .runs figcaption{font-weight:400;font-size:.85rem;color:var(--soft)}
        .ways{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(30rem,100%),1fr));gap:0 1.4rem}\
        .ways>div{min-width:0}.ways dl{grid-template-columns:4.6rem 1fr;font-size:.85rem}.ways dd{padding:0}
        @media print{.plots figure{max-width:none}details.fold:not([open])::details-content{display:none!important}}

        """

    /// Writes a period, whose dates are not broken over lines.
    static func write(from first: Int64, to last: Int64, to html: inout HTMLText) {
        html.element("span", "class=\"date\"", HistoryWords.date(first))
        html.raw(" to ")
        html.element("span", "class=\"date\"", HistoryWords.date(last))
    }

    // MARK: Tables

    /// Writes a table from the cells of the history's texts; each row has its kind for the filter.
    static func write(
        _ titles: [String], _ rows: [(cells: [String], kind: String, isBad: Bool)], to html: inout HTMLText
    ) {
        GateTables.begin(titles, to: &html)
        for row in rows.prefix(GateTables.mostRows) {
            html.raw("<tr data-item=\"\(row.isBad ? "bad" : "good")\" data-kind=\"\(HTMLText.escaped(row.kind))\">")
            for (title, cell) in zip(titles, row.cells) {
                if title == titles.first {
                    html.element("th", "scope=\"row\"", cell.shown(120))
                } else if cell.isEmpty {
                    html.raw("<td class=\"empty\"></td>")
                } else {
                    html.element("td", "data-label=\"\(title)\"", cell.shown(120))
                }
            }
            html.raw("</tr>\n")
        }
        GateTables.end(rows.count, to: &html)
    }
}

/// The names by which a page's parts refer to each other.
struct HistoryIndex {
    /// The scenarios with failures, flaky ones first, by name.
    let failing: [String]
    /// The quantities of accessories that changed, the newest change first; then those of the rig.
    let changed: [QuantityTrend]
    let changedOfRig: [QuantityTrend]

    init(_ report: HistoryReport) {
        var known: Set<String> = []
        failing = report.flaky.groups.map(\.scenario.name).filter { known.insert($0).inserted }
        func newest(_ trend: QuantityTrend) -> Int64 { trend.changes.map(\.point.started).max() ?? 0 }
        let all = report.trends.filter { !$0.changes.isEmpty }.enumerated().sorted { one, other in
            let (left, right) = (newest(one.element), newest(other.element))
            return left == right ? one.offset < other.offset : left > right
        }.map(\.element)
        (changed, changedOfRig) = (all.filter { !$0.isOfRig }, all.filter(\.isOfRig))
    }

    /// Returns the address of a scenario on the page.
    func address(of scenario: String) -> String {
        failing.prefix(HistoryScenarios.mostScenarios).firstIndex(of: scenario).map { "#scenario-\($0 + 1)" }
            ?? "#scenarios"
    }
}
