public import Evidence
import GRDB
public import Journal
import Statistics
public import Vocabulary

/// One quantity of one scenario on one bench over time.
///
/// Different content of the scenario, another bench or another version of the rig begins a new series (gate.md, 2.9).
public struct QuantityTrend: Sendable {
    /// The value that represents a run.
    public enum Statistic: String, CaseIterable, Sendable {
        /// The largest: of a time, the slowest.
        case largest
        case median
        case p95
    }

    public struct Point: Hashable, Sendable {
        /// The run's place in the series, counted from 1.
        public let number: Int
        /// The start time, in nanoseconds since 1970.
        public let started: Int64
        public let value: Int64
        public let limit: Int64?
        public let firmware: TestedFirmware
        public let folder: String
    }

    /// A point from which on the quantity is different.
    public struct Change: Hashable, Sendable {
        /// The first run after it.
        public let point: Point
        /// The index of that run among the points, counted from 0.
        public let index: Int
        /// The p-value of the two-sided t-test of both sides, up to the neighbouring changes.
        public let p: Double
        /// The median of each side.
        public let before: Int64
        public let after: Int64
        /// The number of runs on each side, and whether they are enough for an alarm.
        public let runsBefore: Int
        public let runsAfter: Int
        public let isAlarm: Bool
    }

    /// The number of newest runs examined by default, and at most.
    public static let usualRuns = 500
    public static let mostRuns = 1_000
    /// The maximum number of series listed.
    public static let mostSeries = 50

    public let scenario: TestedScenario
    public let quantity: String
    public let unit: Quantity.WrittenUnit
    public let bench: UsedBench
    /// The number of runs in the series, counting each seed once if repeats say nothing new.
    public let runs: Int
    /// The newest ones, oldest first.
    public let points: [Point]
    public let changes: [Change]

    /// Whether its runs name firmware that did not run, so that a change says nothing about any.
    public var isRehearsal: Bool { bench.isMade && points.contains { !$0.firmware.sha256.isEmpty } }
}

/// All series of a quantity that were asked for.
public struct QuantityTrends: Sendable {
    /// The series, by the scenario's name and content, then by bench.
    public let trends: [QuantityTrend]
    public let besides: Int
    /// The names of all quantities, if none matches.
    public let known: [String]
}

extension HistoryStore {
    /// Returns the newest values of a quantity in every series that fits.
    public func trends(
        of quantity: String, _ filter: HistoryFilter, _ statistic: QuantityTrend.Statistic = .largest,
        last runs: Int = QuantityTrend.usualRuns
    ) throws(CommandTrouble) -> HistoryAnswer<QuantityTrends> {
        try ask([.names, .places]) { database in
            try TrendQuestion(database, statistic, min(runs, QuantityTrend.mostRuns)).trends(of: quantity, filter)
        }
    }
}

/// Reads series from a store.
struct TrendQuestion {
    private let database: Database
    private let statistic: QuantityTrend.Statistic
    private let most: Int
    private let contents: StoreContents

    init(_ database: Database, _ statistic: QuantityTrend.Statistic, _ most: Int) throws {
        (self.database, self.statistic, self.most) = (database, statistic, max(1, most))
        var contents = try StoreContents(database)
        try contents.readPlaces(database)
        self.contents = contents
    }

    func trends(of name: String, _ filter: HistoryFilter) throws -> QuantityTrends {
        var found: [(id: Int64, scenario: TestedScenario, bench: UsedBench, unit: Quantity.WrittenUnit)] = []
        for (id, series) in contents.series {
            let quantity = try StoreContents.named(series.quantity, in: contents.quantities)
            guard quantity.name == name else { continue }
            let (scenario, bench) = (try contents.scenario(series.scenario), try contents.bench(series.bench))
            guard filter.fits(scenario: scenario), filter.fits(bench: bench) else { continue }
            found.append((id, scenario, bench, quantity.unit))
        }
        found.sort { one, other in
            let (left, right) = (one.scenario, other.scenario)
            guard left == right else { return (left.name, left.hash) < (right.name, right.hash) }
            return (one.bench.name, one.bench.fingerprint, one.bench.version, one.unit.rawValue)
                < (other.bench.name, other.bench.fingerprint, other.bench.version, other.unit.rawValue)
        }
        let trends = try found.prefix(QuantityTrend.mostSeries).map { series in
            let (runs, points) = try points(series.id, on: series.bench)
            return QuantityTrend(
                scenario: series.scenario, quantity: name, unit: series.unit, bench: series.bench, runs: runs,
                points: points, changes: Self.changes(in: points))
        }
        let names = found.isEmpty ? Set(contents.quantities.values.map(\.name)).sorted() : []
        return QuantityTrends(trends: trends, besides: found.count - trends.count, known: names)
    }

    /// Returns the series' newest points, and how many it has.
    func points(_ series: Int64, on bench: UsedBench) throws -> (runs: Int, points: [QuantityTrend.Point]) {
        try contents.check(series: series, database)
        // Runs that began in the same second have an order too, so all of them are read. On a bench where a seed
        // counts once, all runs are read, because the first time it was played may be the oldest of all.
        let start =
            bench.isDeterministic
            ? nil
            : try database.first(
                "SELECT started FROM measurement WHERE series = ? ORDER BY started DESC LIMIT 1 OFFSET ?",
                [series, most - 1]
            ) { try $0.number(0) }
        var rows: [(measurement: MeasurementRow, run: RunRow)] = []
        try database.each(
            """
            SELECT \(MeasurementRow.columns), \(RunRow.columns) FROM measurement \
            JOIN run ON run.id = measurement.run WHERE measurement.series = ? AND measurement.started >= ?
            """, [series, start ?? Int64.min]
        ) { row in
            rows.append((try MeasurementRow(row), try RunRow(row, from: MeasurementRow.columnCount)))
        }
        rows.sort { RunRow.isBefore($0.run, $1.run) }
        let trials = RunRow.eachSeedOnce(rows, on: bench) { $0.run }
        let known = Int(clamping: try StoreContents.named(series, in: contents.series).runs)
        let all = bench.isDeterministic ? trials.count : known
        let newest = trials.suffix(most)
        return (all, try newest.enumerated().map { try point($1, number: all - newest.count + $0 + 1) })
    }

    private func point(
        _ row: (measurement: MeasurementRow, run: RunRow), number: Int
    ) throws -> QuantityTrend.Point {
        let measurement = row.measurement
        let value =
            switch statistic {
            case .largest: measurement.largest
            case .median: measurement.middle
            case .p95: measurement.high
            }
        return QuantityTrend.Point(
            number: number, started: row.run.started, value: value, limit: measurement.limit,
            firmware: try contents.firmware(row.run.firmware), folder: try contents.folder(of: row.run))
    }

    private static func changes(in points: [QuantityTrend.Point]) -> [QuantityTrend.Change] {
        let found = HistoryFigures.changes(in: points.map(\.value))
        let edges = [0] + found.map(\.index) + [points.count]
        return found.enumerated().map { place, change in
            let before = points[edges[place]..<change.index].map(\.value)
            let after = points[change.index..<edges[place + 2]].map(\.value)
            return QuantityTrend.Change(
                point: points[change.index], index: change.index, p: change.probability,
                before: HistoryFigures.median(before), after: HistoryFigures.median(after),
                runsBefore: before.count, runsAfter: after.count, isAlarm: change.isAlarm)
        }
    }
}
