import GRDB
import Journal

/// The trials of one scenario on one bench with two firmwares, and what was measured in them.
///
/// They are looked up by their group, and measurements in the time in which they began: in a large store both firmwares
/// have few of all runs of a series.
struct TrialMeasurements {
    /// The values of one quantity.
    struct Values {
        let old: [Int64]
        let new: [Int64]
    }

    private let database: Database
    private let contents: StoreContents
    /// The trials by their numbers, and whether each is the candidate's.
    private let runs: [Int64: (row: RunRow, isNew: Bool)]
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
        var runs: [Int64: (row: RunRow, isNew: Bool)] = [:]
        try database.each(
            """
            SELECT run.id, \(RunRow.columns) FROM run WHERE run.scenario = ? AND run.bench = ? \
            AND run.firmware IN (?, ?) \
            AND run.verdict IN (\(StoreCodes.number(of: .passed)), \(StoreCodes.number(of: .failed)))
            """, [scenario, bench, one, other]
        ) { row in
            let run = try RunRow(row, from: 1)
            runs[try row.number(0)] = (run, sides[run.firmware] == candidate.firmware)
        }
        // Of a page that lost rows SQLite does not tell.
        let told = Self.trials(candidate) + (baseline.firmware == candidate.firmware ? 0 : Self.trials(baseline))
        guard runs.count == told else { throw StoreFault.damaged("runs are missing in it") }
        self.runs = runs
        (first, last) = (runs.values.map(\.row.started).min() ?? 0, runs.values.map(\.row.started).max() ?? 0)
    }

    /// All runs that passed or failed, whatever their seeds.
    private static func trials(_ group: HistoryGroup) -> Int { group.runs(.passed) + group.runs(.failed) }

    /// The newest values of both firmwares in one series, oldest first.
    func values(_ series: Int64) throws -> Values {
        try contents.checkMeasurements(series: series, database)
        var (old, new) = ([(RunRow, Int64)](), [(RunRow, Int64)]())
        try database.each(
            """
            SELECT \(MeasurementRow.columns) FROM measurement \
            WHERE measurement.series = ? AND measurement.started BETWEEN ? AND ?
            """, [series, first, last]
        ) { row in
            guard let run = runs[try row.number(2)] else { return }
            let value = (run.row, try MeasurementRow(row).largest)
            if run.isNew { new.append(value) } else { old.append(value) }
        }
        return Values(old: Self.newest(old), new: Self.newest(new))
    }

    private static func newest(_ values: [(RunRow, Int64)]) -> [Int64] {
        values.sorted { RunRow.isBefore($0.0, $1.0) }.suffix(FirmwareComparison.mostValues).map(\.1)
    }
}
