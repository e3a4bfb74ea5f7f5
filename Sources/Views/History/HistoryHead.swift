import Gate
import Ground
import History
import Journal

/// The first screen of a history's page: what is new with the newest firmware, what is flaky, what shifted, and what
/// the history covers.
struct HistoryHead {
    /// A piece of news, with links to the scenarios or quantities that it is about.
    private struct News {
        var style = ""
        let text: String
        var links: [(address: String, name: String)] = []
    }

    /// The maximum number of links in a piece of news.
    private static let mostLinks = 12

    private let report: HistoryReport
    private let refused: Int
    private let index: HistoryIndex

    init(_ report: HistoryReport, refused: Int) {
        (self.report, self.refused, index) = (report, refused, HistoryIndex(report))
    }

    // MARK: The result

    private var worse: [FirmwareComparison.Rate] {
        report.comparison?.rates.filter { $0.finding == .worse } ?? []
    }
    private var isRehearsed: Bool { report.groups.allSatisfy(\.bench.isMade) }

    /// The main result in a few words, and its style. If real benches took part, it is theirs.
    var headline: (style: String, symbol: String, text: String) {
        let groups = report.groups.filter { isRehearsed || !$0.bench.isMade }
        func count(_ outcome: GateClass) -> Int {
            Set(groups.filter { $0.outcome(report.bar) == outcome }.map(\.scenario.name)).count
        }
        let place = Self.place(groups)
        let worse = Set(worse.filter { isRehearsed || !$0.bench.isMade }.map(\.scenario.name)).count
        if let comparison = report.comparison, worse > 0 {
            let name = HistoryWords.shortName(comparison.candidate)
            return ("bad", "\u{2718}", "\(counted(worse, "scenario")) worse with \(name)\(place)")
        }
        let (failed, flaky, open) = (count(.failed), count(.flaky), count(.unproved))
        // A gate can fail by a limit, although no run failed.
        if let last = report.gates.last, last.result == "failed" {
            return ("bad", "\u{2718}", "the last gate: \(GatesText.result(of: last))")
        }
        if failed > 0 { return ("bad", "\u{2718}", "\(counted(failed, "scenario")) failed\(place)") }
        if flaky > 0 { return ("rig", "\u{25B3}", "\(counted(flaky, "scenario")) flaky\(place)") }
        guard open == 0, !groups.isEmpty else {
            return ("open", "\u{25CB}", "nothing failed, \(counted(open, "scenario")) unproved\(place)")
        }
        // A pass without an accessory's own firmware is none.
        let (style, symbol) = isRehearsed ? ("open", "\u{25CB}") : ("good", "\u{2714}")
        return (style, symbol, "nothing failed, everything passed\(place)")
    }

    /// Returns an addition for runs that show nothing about an accessory's own firmware.
    private static func place(_ groups: [HistoryGroup]) -> String {
        guard !groups.isEmpty, groups.allSatisfy(\.bench.isMade) else { return "" }
        return groups.allSatisfy(\.isRehearsal) ? ", in rehearsals" : ", on benches that make the accessory"
    }

    func write(to html: inout HTMLText) {
        let (style, symbol, text) = headline
        html.raw("<header><h1>History: <span class=\"\(style)\" id=\"result\">\(symbol) ")
        html.data(text)
        html.raw("</span></h1>\n")
        writeSummary(to: &html)
        if isRehearsed {
            html.element(
                "p", "class=\"complaint\"",
                "\u{26A0} All of these runs are on simulated or virtual benches, where no accessory's own firmware "
                    + "runs: they prove nothing about any.")
        }
        html.raw("<ul class=\"news\" id=\"news\">\n")
        for news in allNews { write(news, to: &html) }
        html.raw("</ul>\n")
        PageFrame.write(links: parts, to: &html)
        PageFrame.write(PageFrame.Filter(kinds: ("Kind", kinds), bad: "only what failed or shifted"), to: &html)
        html.raw("</header>\n")
    }

    /// Writes what the history covers.
    private func writeSummary(to html: inout HTMLText) {
        let runs = report.firmwares.reduce(0) { $0 + $1.runs }
        let named = report.firmwares.count { !$0.firmware.sha256.isEmpty }
        let scenarios = Set(report.groups.map(\.scenario.name)).count
        let benches = Set(report.groups.map(\.bench.shown)).count
        let leftOut = report.groups.reduce(0) { $0 + $1.leftOut }
        let firmwares = named == 0 ? "unnamed firmware" : counted(named, "firmware", "firmwares")
        html.raw("<p class=\"lead\">")
        html.data(
            "\(counted(runs, "run")) of \(counted(scenarios, "scenario")) with \(firmwares) on "
                + "\(counted(benches, "bench", "benches")), ")
        HistoryPage.write(
            from: report.groups.map(\.first).min() ?? 0, to: report.groups.map(\.last).max() ?? 0, to: &html)
        html.data(
            " UTC" + (leftOut > 0 ? "; \(leftOut) left out, because they say nothing about the accessory" : "")
                + (selection.isEmpty ? "." : ". Selected: \(selection.joined(separator: ", "))."))
        html.raw("</p>\n")
    }

    private var selection: [String] {
        [("scenario", report.filter.scenario), ("firmware", report.filter.firmware), ("bench", report.filter.bench)]
            .compactMap { name, value in value.map { "\(name) \($0.shown())" } }
    }

    private var parts: [(address: String, title: String)] {
        let parts = [
            ("firmware", "Comparison", report.comparison != nil),
            ("scenarios", "Scenarios", !report.groups.isEmpty),
            ("quantities", "Quantities", !report.trends.isEmpty), ("gates", "Gates", !report.gates.isEmpty),
            ("rig", "The rig", !report.flaky.rig.isEmpty),
        ]
        return parts.filter(\.2).map { (address: "#\($0.0)", title: $0.1) }
    }

    /// The kinds of rows on the page that the filter offers.
    private var kinds: [String] {
        let classes = [GateClass.failed, .flaky, .unproved, .passed].filter { outcome in
            report.groups.contains { $0.outcome(report.bar) == outcome }
        }.map(\.rawValue)
        let findings = [FirmwareComparison.Finding.worse, .better].filter { finding in
            report.comparison?.rates.contains { $0.finding == finding } == true
        }
        let results = Set(report.gates.map(\.result)).subtracting(classes).sorted()
        return classes + findings.map(\.rawValue) + (report.trends.isEmpty ? [] : HistoryQuantities.kinds) + results
    }

    // MARK: News

    private var allNews: [News] {
        [comparisonNews].compactMap(\.self) + failureNews + classNews + quantityNews + gateNews + rigNews
    }

    private func write(_ news: News, to html: inout HTMLText) {
        html.raw("<li\(news.style.isEmpty ? "" : " class=\"\(news.style)\"")>")
        html.data(news.text)
        for (place, link) in news.links.prefix(Self.mostLinks).enumerated() {
            html.raw(place == 0 ? ": " : ", ")
            html.element("a", "href=\"\(HTMLText.escaped(link.address))\"", link.name.shown(120))
        }
        if news.links.count > Self.mostLinks { html.data(" and \(news.links.count - Self.mostLinks) more") }
        html.raw("</li>\n")
    }

    private func links(to scenarios: [String]) -> [(address: String, name: String)] {
        var known: Set<String> = []
        return scenarios.filter { known.insert($0).inserted }.map { (index.address(of: $0), $0) }
    }

    private var comparisonNews: News? {
        guard let comparison = report.comparison else {
            let own = report.filter.firmware.map { "No named firmware was seen before \($0.shown())." }
            return News(text: own ?? "There are no two named firmwares to compare.")
        }
        let (new, old) = (HistoryWords.firmware(comparison.candidate), HistoryWords.firmware(comparison.baseline))
        let rates = comparison.rates
        guard !rates.isEmpty else { return News(text: "Nothing of \(new) can be compared with \(old).") }
        guard worse.isEmpty else {
            let place = worse.allSatisfy(\.bench.isMade) ? ", in rehearsals" : ""
            return News(
                style: "bad", text: "\(new) fails more often than \(old)\(place)",
                links: links(to: worse.map(\.scenario.name)))
        }
        let few = rates.count { $0.finding == .notEnough }
        let rest = few == 0 ? "" : " (with too few runs to show anything in \(few))"
        let place = rates.allSatisfy(\.bench.isMade) ? ", in rehearsals" : ""
        return News(
            text: "\(new) is not shown to fail more often than \(old) in any of "
                + "\(counted(rates.count, "comparison"))\(rest)\(place). That does not show it to be as good.")
    }

    /// The failures that the newest firmware was the first to show.
    private var failureNews: [News] {
        guard let candidate = report.comparison?.candidate else { return [] }
        let new = report.flaky.failures.filter { $0.since == candidate && $0.trialsBefore > 0 }
        return new.isEmpty
            ? []
            : [
                News(
                    style: "bad",
                    text: "\(counted(new.count, "failure")) first seen with \(HistoryWords.firmware(candidate))",
                    links: new.map { (index.address(of: $0.scenario.name), FlakyText.title(of: $0)) })
            ]
    }

    private var classNews: [News] {
        let titles = [(GateClass.failed, "Failed in every trial with a firmware", "bad"), (.flaky, "Flaky", "rig")]
        return titles.compactMap { outcome, title, style in
            let groups = report.flaky.groups.filter { $0.outcome(report.bar) == outcome }
            let own = Dictionary(grouping: groups, by: \.scenario.name)
            let links = links(to: groups.map(\.scenario.name)).map { link in
                // If no real bench took part at all, a sentence above says so.
                (address: link.address, name: link.name + (isRehearsed ? "" : Self.place(own[link.name] ?? [])))
            }
            return links.isEmpty ? nil : News(style: style, text: title, links: links)
        }
    }

    private var quantityNews: [News] {
        guard !report.trends.isEmpty else { return [] }
        let changed = index.changed
        guard !changed.isEmpty else {
            let examined = report.trendsBesides > 0 ? " among the \(report.trends.count) series examined" : ""
            return [News(text: "No quantity of an accessory has a change point\(examined).")]
        }
        let made = changed.allSatisfy(\.isRehearsal) ? ", in rehearsals" : ""
        return [
            News(
                style: "rig", text: "\(counted(changed.count, "quantity", "quantities")) changed\(made)",
                links: changed.enumerated().map { place, trend in
                    (HistoryQuantities.address(place), "\(trend.quantity) of \(trend.scenario.name)")
                })
        ]
    }

    private var gateNews: [News] {
        guard let last = report.gates.last else { return [] }
        let results = Dictionary(grouping: report.gates, by: GatesText.result).mapValues(\.count)
        let told = results.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: "; ")
        return [
            News(
                text: "\(counted(report.gates.count, "gate")): \(told). The last one, "
                    + "\(HistoryWords.date(last.started)) with \(HistoryWords.firmware(last.firmware)): "
                    + GatesText.result(of: last))
        ]
    }

    private var rigNews: [News] {
        let rig = report.flaky.rig
        var news: [News] = []
        if !rig.isEmpty {
            news.append(
                News(
                    style: "rig", text: "Too many runs without a result, so the rig itself is at fault",
                    links: rig.map { ("#rig", $0.scenario.name) }))
        }
        if refused > 0 {
            news.append(
                News(style: "rig", text: "\(counted(refused, "folder")) without usable evidence, not counted here"))
        }
        return news
    }
}
