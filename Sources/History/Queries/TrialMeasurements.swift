import GRDB
import Journal

/// The trials of one scenario on one bench with two firmwares, and their measurements.
///
/// Trials are looked up by their group, and measurements by the time in which the trials began, because in a large
/// store the two firmwares have only a few of a series' runs.
struct TrialMeasurements {
    /// The values of one quantity.
    struct Values {
        let old: Side
        let new: Side
    }

    /// The newest trials of one firmware, oldest first.
    struct Side {
        let values: [Int64]
        /// The number of trials in which it never came about; 0 for a quantity that is not a time.
        let missing: Int
    }

    private let database: Database
    private let contents: StoreContents
    /// The trials of both firmwares, oldest first, with their row ids.
    private let old: [(id: Int64, row: RunRow)]
    private let new: [(id: Int64, row: RunRow)]
    /// The start times of the first and the last of them.
    private let first: Int64
    private let last: Int64

    /// Reads the trials; `baseline` and `candidate` are their groups in the store's counts.
    init(
        _ database: Database, _ contents: StoreContents, scenario: Int64, bench: Int64, baseline: HistoryGroup,
        candidate: HistoryGroup
    ) throws {
        (self.database, self.contents) = (database, contents)
        let sides = contents.firmwares.filter { $1 == baseline.firmware || $1 == candidate.firmware }
        let (one, other) = (sides.keys.min() ?? 0, sides.keys.max() ?? 0)
        var runs: [(id: Int64, row: RunRow)] = []
        try database.each(
            """
            SELECT run.id, \(RunRow.columns) FROM run WHERE run.scenario = ? AND run.bench = ? \
            AND run.firmware IN (?, ?) \
            AND run.verdict IN (\(StoreCodes.number(of: .passed)), \(StoreCodes.number(of: .failed)))
            """, [scenario, bench, one, other]
        ) { row in runs.append((try row.number(0), try RunRow(row, from: 1))) }
        // SQLite does not report it when a page has lost rows.
        let told = Self.runs(candidate) + (baseline.firmware == candidate.firmware ? 0 : Self.runs(baseline))
        guard runs.count == told else { throw StoreFault.damaged("runs are missing in it") }
        runs.sort { RunRow.isBefore($0.row, $1.row) }
        let trials = RunRow.eachSeedOnce(runs, on: candidate.bench) { $0.row }
        new = trials.filter { sides[$0.row.firmware] == candidate.firmware }
        old = trials.filter { sides[$0.row.firmware] != candidate.firmware }
        (first, last) = (trials.map(\.row.started).min() ?? 0, trials.map(\.row.started).max() ?? 0)
    }

    /// Returns the number of all runs that passed or failed, whatever their seeds.
    private static func runs(_ group: HistoryGroup) -> Int { group.runs(.passed) + group.runs(.failed) }

    /// Returns the newest values of both firmwares in one series; for a time, also the number of trials without one.
    func values(_ series: Int64, isTime: Bool) throws -> Values {
        try contents.checkMeasurements(series: series, database)
        var largest: [Int64: Int64] = [:]
        let trials = Set((old + new).map(\.id))
        try database.each(
            """
            SELECT \(MeasurementRow.columns) FROM measurement \
            WHERE measurement.series = ? AND measurement.started BETWEEN ? AND ?
            """, [series, first, last]
        ) { row in
            let run = try row.number(2)
            if trials.contains(run) { largest[run] = try MeasurementRow(row).largest }
        }
        return Values(old: Self.side(old, largest, isTime), new: Self.side(new, largest, isTime))
    }

    private static func side(_ trials: [(id: Int64, row: RunRow)], _ largest: [Int64: Int64], _ isTime: Bool) -> Side {
        let values = trials.map { largest[$0.id] }
        let newest = (isTime ? values : values.filter { $0 != nil }).suffix(FirmwareComparison.mostValues)
        let some = newest.compactMap(\.self)
        return Side(values: some, missing: newest.count - some.count)
    }
}
