import GRDB
import Journal

/// The trials of one scenario on one bench with two firmwares, and what was measured in them.
///
/// They are looked up by their group, and measurements in the time in which they began: in a large store both firmwares
/// have few of all runs of a series.
struct TrialMeasurements {
    /// The values of one quantity.
    struct Values {
        let old: Side
        let new: Side
    }

    /// What one firmware's newest trials have, oldest first.
    struct Side {
        let values: [Int64]
        /// In how many trials it never came about; 0 for what is no time.
        let missing: Int
    }

    private let database: Database
    private let contents: StoreContents
    /// The trials of both firmwares, oldest first, by their numbers.
    private let old: [(id: Int64, row: RunRow)]
    private let new: [(id: Int64, row: RunRow)]
    /// When the first of them began, and the last one.
    private let first: Int64
    private let last: Int64

    /// Reads the trials; `baseline` and `candidate` are the groups that the store's counts have of them.
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
        // Of a page that lost rows SQLite does not tell.
        let told = Self.runs(candidate) + (baseline.firmware == candidate.firmware ? 0 : Self.runs(baseline))
        guard runs.count == told else { throw StoreFault.damaged("runs are missing in it") }
        runs.sort { RunRow.isBefore($0.row, $1.row) }
        let trials = RunRow.eachSeedOnce(runs, on: candidate.bench) { $0.row }
        new = trials.filter { sides[$0.row.firmware] == candidate.firmware }
        old = trials.filter { sides[$0.row.firmware] != candidate.firmware }
        (first, last) = (trials.map(\.row.started).min() ?? 0, trials.map(\.row.started).max() ?? 0)
    }

    /// All runs that passed or failed, whatever their seeds.
    private static func runs(_ group: HistoryGroup) -> Int { group.runs(.passed) + group.runs(.failed) }

    /// The newest values of both firmwares in one series; of a time, a trial without one is told besides.
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
