import Ground
import History

/// The end of a history's page: the gates, the newest first, and the scenarios in which the rig itself is at fault.
struct HistoryGates {
    /// The maximum number of gates that are not folded.
    private static let mostOpen = 20

    private let report: HistoryReport

    init(_ report: HistoryReport) { self.report = report }

    func write(to html: inout HTMLText) {
        let gates = Array(report.gates.reversed())
        if !gates.isEmpty {
            html.raw("<section id=\"gates\"><h2>Gates</h2>\n")
            write(gates.prefix(Self.mostOpen), to: &html)
            let rest = gates.dropFirst(Self.mostOpen)
            if !rest.isEmpty {
                html.raw("<details class=\"fold\"><summary>\(counted(rest.count, "earlier gate"))</summary>\n")
                write(rest, to: &html)
                html.raw("</details>\n")
            }
            html.raw("</section>\n")
        }
        writeRig(to: &html)
    }

    private func write(_ gates: ArraySlice<HistoryGate>, to html: inout HTMLText) {
        HistoryPage.write(
            GatesText.titles,
            gates.map { (GatesText.cells(of: $0), $0.result, $0.result != "passed") }, to: &html)
    }

    private func writeRig(to html: inout HTMLText) {
        let rig = report.flaky.rig
        guard !rig.isEmpty else { return }
        html.raw("<section id=\"rig\"><h2>The rig itself</h2>\n")
        html.element("p", "class=\"facts\"", "Too many of these runs say nothing about the accessory.")
        HistoryPage.write(
            ["scenario", "bench", "left out"],
            rig.map { ([$0.scenario.name, $0.bench.shown, "\($0.leftOut) of \($0.attempts)"], "rig", true) },
            to: &html)
        html.raw("</section>\n")
    }
}
