import Journal

/// A quantity over time as a JSON document for other programs.
public struct TrendDocument {
    private struct Content: Encodable {
        let format = HistoryJSON.format
        let statistic: String
        let series: [Series]
        let seriesBesides: Int
    }

    private struct Series: Encodable {
        let scenario: HistoryJSON.Scenario
        let bench: HistoryJSON.Bench
        let quantity: String
        let unit: String
        let rehearsal: Bool
        let runs: Int
        let points: [Point]
        let changes: [Change]
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

    private let content: Content

    public init(_ trends: QuantityTrends, _ statistic: QuantityTrend.Statistic) {
        content = Content(
            statistic: statistic.rawValue,
            series: trends.trends.map { trend in
                Series(
                    scenario: HistoryJSON.Scenario(trend.scenario), bench: HistoryJSON.Bench(trend.bench),
                    quantity: trend.quantity, unit: trend.unit.rawValue, rehearsal: trend.isRehearsal,
                    runs: trend.runs, points: trend.points.map { Point($0) }, changes: trend.changes.map { Change($0) })
            },
            seriesBesides: trends.besides)
    }

    /// Returns the document with sorted keys and a final line feed. Throws only errors of the encoder, which are not
    /// expected.
    public func json() throws -> [UInt8] { try HistoryJSON.bytes(content) }
}
