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

extension QuantityTrend {
    /// The limit that all runs share; nil if it differs from run to run, so that it cannot be drawn as a line.
    public var limit: Int64? {
        let limits = Set(points.map(\.limit))
        return limits.count == 1 ? limits.first ?? nil : nil
    }

    /// Whether the quantity is about the rig rather than the accessory.
    public var isOfRig: Bool { Measured.rigFigures.contains(quantity) }
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
    ) throws(CommandError) -> HistoryAnswer<QuantityTrends> {
        try ask { database in
            try TrendQuestion(database, statistic, min(runs, QuantityTrend.mostRuns)).trends(of: quantity, filter)
        }
    }
}

/// Reads series from a store.
struct TrendQuestion {
    private struct Series {
        let quantity: String
        let scenario: TestedScenario
        let bench: UsedBench
        let unit: Quantity.WrittenUnit
    }

    private let database: Database
    private let statistic: QuantityTrend.Statistic
    private let most: Int
    private let groups: HistoryGroups

    init(_ database: Database, _ statistic: QuantityTrend.Statistic, _ most: Int) throws {
        (self.database, self.statistic, self.most) = (database, statistic, max(1, most))
        groups = try HistoryGroups(database)
    }

    func trends(of name: String, _ filter: HistoryFilter) throws -> QuantityTrends {
        let found = try series(of: name, filter)
        let trends = try found.prefix(QuantityTrend.mostSeries).map(trend)
        let names = "SELECT DISTINCT quantity FROM measurement ORDER BY quantity"
        return QuantityTrends(
            trends: trends, besides: found.count - trends.count,
            known: found.isEmpty ? try String.fetchAll(database, sql: names).sorted(by: Self.isListedBefore) : [])
    }

    private func trend(_ series: Series) throws -> QuantityTrend {
        let (runs, points) = try points(of: series)
        return QuantityTrend(
            scenario: series.scenario, quantity: series.quantity, unit: series.unit, bench: series.bench, runs: runs,
            points: points, changes: Self.changes(in: points))
    }

    /// Returns the series of all quantities, the accessories' before the rig's; of each, those with the newest runs
    /// first.
    ///
    /// A firmware selects the series that have a run of it, with all of their runs.
    func all(_ filter: HistoryFilter, most: Int) throws -> QuantityTrends {
        func key(_ group: HistoryGroup) -> [String] {
            [group.scenario.name, group.scenario.hash, group.bench.fingerprint, group.bench.version]
        }
        let places = Dictionary(groups.groups.filter(filter.fits).map { (key($0), $0) }) { first, _ in first }
        let columns = "quantity, measurement.unit, scenario, scenarioHash, benchFingerprint, benchVersion"
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT \(columns) FROM measurement JOIN run ON run.id = measurement.run GROUP BY \(columns) \
                ORDER BY max(started) DESC, \(columns)
                """)
        let found = try rows.compactMap { row -> Series? in
            let words: [String] = try (0..<6).map { try row.decode(atIndex: $0) }
            guard let group = places[Array(words[2...])] else { return nil }
            return Series(
                quantity: words[0], scenario: group.scenario, bench: group.bench, unit: try Self.unit(words[1]))
        }
        let isOfRig = { (series: Series) in Measured.rigFigures.contains(series.quantity) }
        let chosen = (found.filter { !isOfRig($0) } + found.filter(isOfRig)).prefix(most)
        return QuantityTrends(trends: try chosen.map(trend), besides: found.count - chosen.count, known: [])
    }

    private static func unit(_ text: String) throws -> Quantity.WrittenUnit {
        guard let unit = Quantity.WrittenUnit(rawValue: text) else {
            throw StoreFault.damaged("a quantity in it has no known unit")
        }
        return unit
    }

    /// The accessories' quantities come before the rig's.
    private static func isListedBefore(_ one: String, _ other: String) -> Bool {
        let areOfRig = [one, other].map { Measured.rigFigures.contains($0) }
        return areOfRig[0] == areOfRig[1] ? one < other : areOfRig[1]
    }

    /// Returns the series that fit, by the scenario's name and content, then by bench and unit.
    private func series(of name: String, _ filter: HistoryFilter) throws -> [Series] {
        var known: Set<[String]> = []
        let places = groups.groups.filter { group in
            filter.fits(scenario: group.scenario) && filter.fits(bench: group.bench)
                && known.insert(group.series).inserted
        }
        return try places.sorted { $0.series.lexicographicallyPrecedes($1.series) }.flatMap { group in
            let units = try String.fetchAll(
                database, sql: "SELECT DISTINCT measurement.unit \(Self.measured) ORDER BY measurement.unit",
                arguments: Self.arguments(name, group.scenario, group.bench))
            return try units.map { text in
                Series(quantity: name, scenario: group.scenario, bench: group.bench, unit: try Self.unit(text))
            }
        }
    }

    // MARK: Points

    /// A run with its value.
    private struct MeasuredRun: FetchableRecord {
        let run: PlayedRun
        let value: Int64
        let limit: Int64?

        init(row: Row) throws {
            run = try PlayedRun(row: row)
            (value, limit) = (try row.decode(forColumn: "value"), try row.decode(forColumn: "valueLimit"))
        }
    }

    private static let measured = """
        FROM run JOIN measurement ON measurement.run = run.id AND quantity = ? \
        WHERE scenario = ? AND scenarioHash = ? AND benchFingerprint = ? AND benchVersion = ?
        """

    private static func arguments(
        _ quantity: String, _ scenario: TestedScenario, _ bench: UsedBench
    ) -> StatementArguments {
        [quantity, scenario.name, scenario.hash, bench.fingerprint, bench.version]
    }

    /// Returns the series' newest points, and how many it has.
    private func points(of series: Series) throws -> (runs: Int, points: [QuantityTrend.Point]) {
        let bench = series.bench
        let column =
            switch statistic {
            case .largest: "largest"
            case .median: "middle"
            case .p95: "high"
            }
        let condition = "\(Self.measured) AND measurement.unit = ?"
        let arguments = Self.arguments(series.quantity, series.scenario, bench) + [series.unit.rawValue]
        // On a bench where a seed counts once, all runs are read, because the first time it was played may be the
        // oldest of all.
        let rows = try MeasuredRun.fetchAll(
            database,
            sql: """
                SELECT \(PlayedRun.columns), \(column) AS value, "limit" AS valueLimit \(condition) \
                ORDER BY started DESC, ordinal DESC, manifest DESC LIMIT ?
                """, arguments: arguments + [bench.isDeterministic ? -1 : most])
        let trials = bench.eachSeedOnce(rows.reversed(), \.run.repeated)
        let all =
            bench.isDeterministic
            ? trials.count
            : try Int.fetchOne(database, sql: "SELECT count(*) \(condition)", arguments: arguments) ?? 0
        let newest = trials.suffix(most)
        let points = newest.enumerated().map { place, row in
            QuantityTrend.Point(
                number: all - newest.count + place + 1, started: row.run.started, value: row.value,
                limit: row.limit, firmware: groups.names[row.run.firmware], folder: row.run.folder)
        }
        return (all, points)
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
