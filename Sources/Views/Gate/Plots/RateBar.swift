import Gate
import Glibc
import Ground

/// A failure rate with its upper limit as a small picture on a logarithmic scale from 0.1 % to 100 %.
///
/// The dot is the observed share, the bar ends at the upper limit, and the thin line at the limit with all left-out
/// runs counted as failed. The numbers are next to it.
enum RateBar {
    private static let width = 150.0

    static func svg(_ scenario: GateDocument.Scenario) -> String {
        svg(
            failures: scenario.failures, of: scenario.trials, below: scenario.upperLimit,
            worstCase: scenario.upperLimitWorstCase,
            scenario.decision == .failed ? .bad : scenario.decision == .passed ? .good : .other)
    }

    static func svg(
        failures: Int, of trials: Int, below limit: Double, worstCase: Double, _ colour: PlotColour
    ) -> String {
        guard trials > 0, limit.isFinite, worstCase.isFinite else { return "" }
        let observed = x(Double(failures) / Double(trials))
        var svg = "<svg class=\"chart rate\" viewBox=\"0 0 150 30\" width=\"150\" height=\"30\" "
        svg += "font-family=\"system-ui, sans-serif\" font-size=\"8\" aria-hidden=\"true\">"
        for (share, name, anchor) in [
            (0.001, "0.1 %", "start"), (0.01, "1 %", "middle"), (0.1, "10 %", "middle"), (1, "100 %", "end"),
        ] {
            svg += line(from: (x(share), 2), to: (x(share), 20), .grid, 1)
            svg += "<text class=\"f-soft\" fill=\"\(PlotColour.soft.light)\" x=\"\(number(x(share)))\" y=\"29\" "
            svg += "text-anchor=\"\(anchor)\">\(name)</text>"
        }
        svg += line(from: (observed, 11), to: (x(worstCase), 11), colour, 1)
        svg += line(from: (observed, 11), to: (x(limit), 11), colour, 5)
        svg += line(from: (x(limit), 4), to: (x(limit), 18), colour, 2)
        svg += "<circle class=\"f-\(colour.rawValue)\" fill=\"\(colour.light)\" cx=\"\(number(observed))\" "
        return svg + "cy=\"11\" r=\"4\"/></svg>"
    }

    private static func x(_ share: Double) -> Double {
        4 + (log10(min(1, max(0.001, share))) + 3) / 3 * (width - 8)
    }

    private static func line(
        from: (Double, Double), to: (Double, Double), _ colour: PlotColour, _ width: Double
    ) -> String {
        "<line class=\"s-\(colour.rawValue)\" stroke=\"\(colour.light)\" stroke-width=\"\(number(width))\" "
            + "x1=\"\(number(from.0))\" y1=\"\(number(from.1))\" x2=\"\(number(to.0))\" y2=\"\(number(to.1))\"/>"
    }

    private static func number(_ value: Double) -> String { decimal(value, places: 1) }
}
