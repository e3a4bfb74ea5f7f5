import Ground
import Journal
import Reports
import Wording

/// All scenarios with a tile for each run, which links to the run's page, and with the time they took.
struct RunOverview {
    /// The greatest numbers of scenarios, of tiles in all, and of tiles of one scenario; any more are counted.
    static let mostScenarios = 500
    static let mostTiles = 2_000
    static let mostTilesOfOne = 100

    private let scenarios: [(name: String, runs: [PageRun])]

    init(_ runs: [PageRun]) {
        var scenarios: [(name: String, runs: [PageRun])] = []
        var places: [String: Int] = [:]
        for run in runs {
            let place = places[run.summary.scenario] ?? scenarios.count
            if place == scenarios.count {
                places[run.summary.scenario] = place
                scenarios.append((run.summary.scenario, []))
            }
            scenarios[place].runs.append(run)
        }
        self.scenarios = scenarios
    }

    func write(to html: inout HTMLText) {
        html.raw("<section id=\"scenarios\"><h2>Scenarios and runs</h2>\n<ul class=\"overview\">\n")
        var left = Self.mostTiles
        for (name, runs) in scenarios.prefix(Self.mostScenarios) {
            let kinds = VerdictKind.allCases.filter { kind in runs.contains { $0.summary.verdict.kind == kind } }
            html.raw("<li data-kinds=\"\(kinds.map(\.words).joined(separator: "|"))\">")
            html.element("span", "class=\"name\"", name)
            let took = runs.reduce(Lapse.zero) { $0 + $1.summary.elapsed }
            html.element("span", "class=\"took\"", took.description)
            html.raw("<span class=\"tiles\">")
            let shown = runs.prefix(min(left, Self.mostTilesOfOne))
            for run in shown { Self.tile(run, to: &html) }
            left -= shown.count
            if runs.count > shown.count { html.raw(" +\(runs.count - shown.count)") }
            html.raw("</span>")
            html.raw("</li>\n")
        }
        html.raw("</ul>\n")
        let rest = scenarios.dropFirst(Self.mostScenarios).reduce(0) { $0 + $1.runs.count }
        if rest > 0 { html.element("p", "class=\"none\"", Sentence.moreRuns(rest).description) }
        html.raw("</section>\n")
    }

    private static func tile(_ run: PageRun, to html: inout HTMLText) {
        let kind = run.summary.verdict.kind
        let label = "\(kind.words), seed \(run.summary.seed)"
        let style = "class=\"tile \(VerdictSymbol.style(of: kind))\" title=\"\(label)\" aria-label=\"\(label)\""
        if let address = run.address {
            html.raw("<a href=\"\(HTMLText.escaped(address))\" \(style)>\(VerdictSymbol.symbol(of: kind))</a>")
        } else {
            html.raw("<span role=\"img\" \(style)>\(VerdictSymbol.symbol(of: kind))</span>")
        }
    }
}
