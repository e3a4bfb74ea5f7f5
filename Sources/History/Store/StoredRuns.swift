import GRDB

/// Runs in a store, with everything that they refer to.
struct StoredRuns {
    private let database: Database
    private let contents: StoreContents

    init(_ database: Database) throws {
        self.database = database
        var contents = try StoreContents(database)
        try contents.readPlaces(database)
        self.contents = contents
    }

    /// Returns the runs whose folder is wanted, in the order of their folders; their measurements are read in one go.
    ///
    /// Whether a folder is gone is passed along with its path, because another run may be there by now.
    func all(where isWanted: (_ folder: String, _ isGone: Bool) -> Bool) throws -> [HistoryRun] {
        var rows: [(id: Int64, folder: String, row: RunRow)] = []
        try database.each("SELECT run.id, \(RunRow.columns) FROM run") { row in
            let run = try RunRow(row, from: 1)
            let folder = try contents.folder(of: run)
            if isWanted(folder, run.isGone) { rows.append((try row.number(0), folder, run)) }
        }
        guard !rows.isEmpty else { return [] }
        rows.sort { $0.folder == $1.folder ? RunRow.isBefore($0.row, $1.row) : $0.folder < $1.folder }
        let measurements = try measurements(of: Set(rows.map(\.id)))
        return try rows.map { try run($0.row, $0.folder, measurements[$0.id] ?? []) }
    }

    private func measurements(of runs: Set<Int64>) throws -> [Int64: [RunMeasurement]] {
        var all: [Int64: [RunMeasurement]] = [:]
        try database.each("SELECT \(MeasurementRow.columns) FROM measurement") { row in
            guard runs.contains(try row.number(2)) else { return }
            let found = try MeasurementRow(row)
            let series = try StoreContents.named(found.series, in: contents.series)
            let quantity = try StoreContents.named(series.quantity, in: contents.quantities)
            all[found.run, default: []].append(
                RunMeasurement(
                    quantity: quantity.name, unit: quantity.unit, largest: found.largest, middle: found.middle,
                    high: found.high, times: found.times, limit: found.limit))
        }
        return all
    }

    private func run(_ row: RunRow, _ folder: String, _ measurements: [RunMeasurement]) throws -> HistoryRun {
        HistoryRun(
            manifest: row.manifest, document: row.document, folder: folder,
            scenario: try contents.scenario(row.scenario), firmware: try contents.firmware(row.firmware),
            identity: try StoreCodes.identity(row.identity), bench: try contents.bench(row.bench),
            unit: try row.unit.map { try StoreContents.named($0, in: contents.units) } ?? "",
            seed: UInt64(bitPattern: row.seed), ordinal: row.ordinal, started: row.started, elapsed: row.elapsed,
            verdict: try StoreCodes.verdict(row.verdict), reason: row.reason,
            failure: try row.failure.map { try contents.failure($0) },
            gate: try row.gate.map { try StoreContents.named($0, in: contents.gates) } ?? "",
            powerCycle: row.cycle, witness: row.witness, measurements: measurements, isGone: true)
    }
}
