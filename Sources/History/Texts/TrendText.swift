import Ground
import Journal
import Reports

/// A quantity over time, as lines for people.
public struct TrendText {
    public let lines: [String]
    /// The maximum number of series drawn.
    public static let mostDrawn = 12

    public init(_ trends: QuantityTrends, _ statistic: QuantityTrend.Statistic) {
        var lines: [String] = []
        for trend in trends.trends.prefix(Self.mostDrawn) {
            lines += (lines.isEmpty ? [] : [""]) + Self.trend(trend, statistic)
        }
        let more = max(0, trends.trends.count - Self.mostDrawn) + trends.besides
        if more > 0 { lines += ["", "\(counted(more, "more series", "more series")): name a scenario or a bench"] }
        self.lines = lines
    }

    private static func trend(_ trend: QuantityTrend, _ statistic: QuantityTrend.Statistic) -> [String] {
        [title(of: trend, statistic)] + RunChart(trend).lines + remarks(on: trend)
            + (trend.changes.isEmpty ? [noChange] : [])
            + trend.changes.flatMap { Paragraph.lines("change  ", sentence(on: $0, of: trend)) }
    }

    /// Returns the quantity, the scenario with its content, and the bench.
    public static func title(of trend: QuantityTrend, _ statistic: QuantityTrend.Statistic) -> String {
        let content = trend.scenario.hash.isEmpty ? "content not told" : "content \(trend.scenario.hash.prefix(6))"
        return "\(trend.quantity.shown()), \(statistic.rawValue) of each run: \(trend.scenario.name.shown()) "
            + "(\(content)) on \(trend.bench.shown.shown()), \(trend.bench.version.shown())"
    }

    public static let noChange = "no change point"

    /// Returns which runs a trend covers, and what they cannot show.
    public static func remarks(on trend: QuantityTrend) -> [String] {
        var lines: [String] = []
        if let first = trend.points.first, let last = trend.points.last {
            let all = trend.runs > trend.points.count ? ", the newest \(trend.points.count) of them" : ""
            lines.append(
                "runs \(first.number) to \(last.number) of \(trend.runs)\(all): \(HistoryWords.date(first.started)) "
                    + "to \(HistoryWords.date(last.started))")
        }
        if trend.bench.isDeterministic { lines.append("each seed once: more runs of it say nothing new here") }
        if trend.isRehearsal { lines.append("rehearsals: no accessory's own firmware ran, so nothing is shown of any") }
        return lines
    }

    /// Returns a change with its values, its date, its firmware and the folder of its first run.
    public static func sentence(on change: QuantityTrend.Change, of trend: QuantityTrend) -> String {
        let values =
            "\(HistoryWords.value(change.before, trend.unit)) -> \(HistoryWords.value(change.after, trend.unit))"
        let weight = change.isAlarm ? "" : ", from few runs: worth a look, no more"
        return "\(values) since run \(change.point.number) (\(HistoryWords.date(change.point.started)), firmware "
            + "\(HistoryWords.firmware(change.point.firmware))), p \(HistoryWords.probability(change.p))\(weight); "
            + change.point.folder
    }
}
