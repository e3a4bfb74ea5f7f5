import Evidence
import FoundationEssentials
import GRDB
import Ground
import Journal

/// Imports runs into an open store, each once.
///
/// Use it inside a single change, which ends with `finish`.
struct StoreWriter {
    /// The outcome of importing a run.
    enum Outcome: Hashable {
        case added
        /// It is already known.
        case known
        /// The same identity has different evidence: one of the two was changed.
        case edited(knownIn: String)
    }

    private struct Known {
        let id: Int64
        let manifest: ContentHash
        let document: ContentHash
        let path: String
        let isGone: Bool
        let started: Int64
        let seed: Int64
    }

    private let database: Database
    /// To be passed on to the next change.
    private(set) var names: StoreNames
    private var tallies = RunTallies()

    init(_ database: Database, names: StoreNames = StoreNames()) {
        self.database = database
        self.names = names
    }

    /// Returns whether this very document is known at this path, so that it need not be read.
    func knows(_ document: ContentHash, in folder: String) throws -> Bool {
        try known(in: folder).contains { $0.document == document && !$0.isGone }
    }

    /// Returns whether this run is known, whatever its path.
    func knows(_ manifest: ContentHash) throws -> Bool { try known(manifest) != nil }

    mutating func add(_ run: HistoryRun) throws -> Outcome {
        if let known = try known(run.manifest) { return try meet(run, known) }
        for known in try known(in: run.folder) where !known.isGone {
            // A series that is played again may reuse the folder's name: a seal distinguishes the two runs. Without a
            // seal, the same run with another verdict has been edited.
            let isSealed = run.manifest != run.document
            let isSame = !isSealed && known.started == run.started && known.seed == Int64(bitPattern: run.seed)
            if isSame, !run.isGone { return .edited(knownIn: known.path) }
            if !run.isGone { try markGone(known.id) }
        }
        try insert(run)
        return .added
    }

    /// Brings all counts into the store.
    mutating func finish() throws {
        try tallies.flush(database)
        try StoreConnection.writeDigest(database)
    }

    // MARK: Runs that are known

    private static let columns = """
        SELECT run.id, run.manifest, run.document, place.path, run.name, run.gone, run.started, run.seed \
        FROM run JOIN place ON place.id = run.place
        """

    private func known(_ manifest: ContentHash) throws -> Known? {
        try database.first("\(Self.columns) WHERE run.manifest = ?", [manifest.data]) { try Self.known($0) }
    }

    private func known(in folder: String) throws -> [Known] {
        let (place, name) = RunPath.parts(of: folder)
        var all: [Known] = []
        try database.each("\(Self.columns) WHERE place.path = ? AND run.name = ?", [place, name]) { row in
            all.append(try Self.known(row))
        }
        return all
    }

    private static func known(_ row: StoreRow) throws -> Known {
        Known(
            id: try row.number(0), manifest: try row.hash(1), document: try row.hash(2),
            path: RunPath.joined(try row.text(3), try row.text(4)), isGone: try row.number(5) != 0,
            started: try row.number(6), seed: try row.number(7))
    }

    /// Handles a run that is known: at the same path, as a copy, or with different contents.
    private mutating func meet(_ run: HistoryRun, _ known: Known) throws -> Outcome {
        guard known.document == run.document else { return .edited(knownIn: known.path) }
        // If only one copy exists, it is used; if both exist, the one with the smaller path.
        let isBetter = !run.isGone && (known.isGone || !RunPath.holdsRun(known.path) || run.folder < known.path)
        if isBetter, known.path != run.folder || known.isGone { try move(known.id, to: run.folder) }
        return .known
    }

    private mutating func move(_ id: Int64, to folder: String) throws {
        let (path, name) = RunPath.parts(of: folder)
        let place = try names.place(path, database)
        try RunRow.change(id, database) { row in (row.place, row.name, row.isGone) = (place, name, false) }
    }

    private func markGone(_ id: Int64) throws {
        try RunRow.change(id, database) { row in row.isGone = true }
    }

    // MARK: Runs that are new

    private mutating func insert(_ run: HistoryRun) throws {
        let scenario = try names.scenario(run.scenario, database)
        let bench = try names.bench(run.bench, database)
        let failure = try run.failure.map { try names.failure($0, database) }
        let group = RunTallies.Group(
            scenario: scenario, firmware: try names.firmware(run.firmware, database), bench: bench,
            identity: StoreCodes.number(ofIdentity: run.identity), verdict: StoreCodes.number(of: run.verdict))
        let isRepeat = try run.bench.isDeterministic && isKnown(group, seed: run.seed)
        let (path, name) = RunPath.parts(of: run.folder)
        let row = RunRow(
            run, at: try names.place(path, database), name, group: group, unit: try names.unit(run.unit, database),
            gate: try names.gate(run.gate, database),
            failure: failure)
        try row.insert(database)
        let id = database.lastInsertedRowID
        for measurement in run.measurements {
            let series = try names.series(of: measurement, scenario: scenario, bench: bench, database)
            try MeasurementRow(measurement, series: series, started: run.started, run: id).insert(database)
            tallies.addMeasurement(of: series)
        }
        tallies.add(group, failure: failure, started: run.started, isRepeat: isRepeat)
    }

    /// Returns whether a run of the same seed ended the same way, on a bench where that says nothing new.
    private func isKnown(_ group: RunTallies.Group, seed: UInt64) throws -> Bool {
        try database.first(
            """
            SELECT 1 FROM run WHERE scenario = ? AND firmware = ? AND bench = ? AND verdict = ? AND seed = ? \
            AND identity = ? LIMIT 1
            """,
            [
                group.scenario, group.firmware, group.bench, group.verdict, Int64(bitPattern: seed), group.identity,
            ]
        ) { try $0.number(0) } != nil
    }
}
