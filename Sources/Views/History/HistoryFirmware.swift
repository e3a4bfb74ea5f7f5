import Ground
import History

/// The comparison of the newest firmware with the one before it: what is worse or better, and what shifted.
struct HistoryFirmware {
    private let comparison: FirmwareComparison?

    init(_ report: HistoryReport) { comparison = report.comparison }

    func write(to html: inout HTMLText) {
        guard let comparison else { return }
        html.raw("<section id=\"firmware\"><h2>Compared with the firmware before</h2>\n<dl class=\"ids\">")
        for (name, one) in [("Candidate", comparison.candidate), ("Baseline", comparison.baseline)] {
            html.element("dt", "", name)
            html.element("dd", "", HistoryWords.firmware(one))
        }
        html.raw("</dl>\n")
        writeRates(comparison.rates, to: &html)
        writeShifts(comparison.shifts, to: &html)
        let uncompared = comparison.uncompared
        fold("\(uncompared.count) not compared, each with the reason", uncompared.isEmpty, to: &html) { html in
            HistoryPage.write(
                ["scenario", "bench", "why"],
                uncompared.map { ([$0.scenario, $0.bench, $0.why], "not compared", false) }, to: &html)
        }
        html.element("p", "class=\"facts\"", ComparisonText.notes)
        html.raw("</section>\n")
    }

    private func writeRates(_ rates: [FirmwareComparison.Rate], to html: inout HTMLText) {
        func rows(_ some: [FirmwareComparison.Rate]) -> [(cells: [String], kind: String, isBad: Bool)] {
            some.map { (ComparisonText.cells(of: $0), Self.kind($0.finding), $0.finding == .worse) }
        }
        let shown = rates.filter { $0.finding == .worse } + rates.filter { $0.finding == .better }
        let rest = rates.filter { $0.finding != .worse && $0.finding != .better }
        if !shown.isEmpty { HistoryPage.write(ComparisonText.rateTitles, rows(shown), to: &html) }
        fold("\(counted(rest.count, "comparison")) without a finding", rest.isEmpty, to: &html) { html in
            HistoryPage.write(ComparisonText.rateTitles, rows(rest), to: &html)
        }
    }

    private static func kind(_ finding: FirmwareComparison.Finding) -> String {
        switch finding {
        case .worse, .better: finding.rawValue
        case .notEnough, .notShown: "nothing shown"
        }
    }

    private func writeShifts(_ shifts: [FirmwareComparison.Shift], to html: inout HTMLText) {
        func rows(_ some: [FirmwareComparison.Shift]) -> [(cells: [String], kind: String, isBad: Bool)] {
            some.map {
                (ComparisonText.cells(of: $0), HistoryQuantities.kinds[$0.isShown ? 0 : 1], $0.isShown && !$0.isOfRig)
            }
        }
        let own = shifts.filter { $0.isShown && !$0.isOfRig }
        if !own.isEmpty { HistoryPage.write(ComparisonText.shiftTitles, rows(own), to: &html) }
        let ofRig = shifts.filter { $0.isShown && $0.isOfRig }
        fold("\(Self.quantities(ofRig)) of the rig that shifted", ofRig.isEmpty, to: &html) { html in
            HistoryPage.write(ComparisonText.shiftTitles, rows(ofRig), to: &html)
        }
        let rest = shifts.filter { !$0.isShown }
        fold("\(Self.quantities(rest)) not shown to have shifted", rest.isEmpty, to: &html) { html in
            HistoryPage.write(ComparisonText.shiftTitles, rows(rest), to: &html)
        }
    }

    private static func quantities(_ shifts: [FirmwareComparison.Shift]) -> String {
        counted(shifts.count, "quantity", "quantities")
    }

    private func fold(
        _ title: String, _ isEmpty: Bool, to html: inout HTMLText, _ body: (inout HTMLText) -> Void
    ) {
        guard !isEmpty else { return }
        html.raw("<details class=\"fold\"><summary>\(title)</summary>\n")
        body(&html)
        html.raw("</details>\n")
    }
}
