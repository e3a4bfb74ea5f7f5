import Journal

/// A quantity over time.
public struct TrendDocument: HistoryJSONDocument {
    private let format = HistoryJSON.format
    private let statistic: String
    private let series: [Series]
    private let seriesBesides: Int

    private struct Series: Encodable {
        let scenario: HistoryJSON.Scenario
        let bench: HistoryJSON.Bench
        let quantity: String
        let unit: String
        let rehearsal: Bool
        let runs: Int
        let points: [Point]
        let changes: [Change]

        init(_ trend: QuantityTrend) {
            (scenario, bench) = (HistoryJSON.Scenario(trend.scenario), HistoryJSON.Bench(trend.bench))
            (quantity, unit, rehearsal) = (trend.quantity, trend.unit.rawValue, trend.isRehearsal)
            (runs, points, changes) = (trend.runs, trend.points.map { Point($0) }, trend.changes.map { Change($0) })
        }
    }

    private struct Point: Encodable {
        let number: Int
        let startedNanoseconds: Int64
        let value: Int64
        let limit: Int64?
        let firmware: HistoryJSON.Firmware
        let folder: String

        init(_ point: QuantityTrend.Point) {
            (number, startedNanoseconds) = (point.number, point.started)
            (value, limit) = (point.value, point.limit)
            (firmware, folder) = (HistoryJSON.Firmware(point.firmware), point.folder)
        }
    }

    private struct Change: Encodable {
        let number: Int
        let p: Double?
        let before: Int64
        let after: Int64
        let runsBefore: Int
        let runsAfter: Int
        let isAlarm: Bool
        let firmware: HistoryJSON.Firmware

        init(_ change: QuantityTrend.Change) {
            (number, p) = (change.point.number, HistoryJSON.share(change.p))
            (before, after) = (change.before, change.after)
            (runsBefore, runsAfter, isAlarm) = (change.runsBefore, change.runsAfter, change.isAlarm)
            firmware = HistoryJSON.Firmware(change.point.firmware)
        }
    }

    public init(_ trends: QuantityTrends, _ statistic: QuantityTrend.Statistic) {
        (self.statistic, seriesBesides) = (statistic.rawValue, trends.besides)
        series = trends.trends.map { Series($0) }
    }
}
