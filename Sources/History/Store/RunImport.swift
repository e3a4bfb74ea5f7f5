import Evidence
import GRDB
import Ground
import OperatingSystem

/// Imports runs and gates into an open store, each once.
struct RunImport {
    /// The number of runs that enter the store together: all of them or none.
    private static let batch = 2_000

    private let store: DatabaseQueue
    private(set) var report = HistoryImport()

    /// Receives the number of runs read and the number of all in the same place.
    private let progress: (Int, Int) -> Void

    init(into store: DatabaseQueue, _ progress: @escaping (Int, Int) -> Void = { _, _ in }) {
        self.store = store
        self.progress = progress
    }

    /// Imports folders, then stores.
    mutating func take(folders: [String], stores: [String]) throws {
        for folder in folders.sorted() { try take(folder: folder) }
        for path in stores.sorted() { try take(store: path) }
    }

    /// Imports runs that are already values; with `news`, known ones are skipped silently.
    mutating func take(_ runs: [HistoryRun], news: Bool = false) throws {
        try inBatches(runs) { this, run, database in
            if try !news || HistoryRun.with(run.manifest, in: database) == nil { try this.add(run, database) }
        }
    }

    /// Imports gates that exist only in a store.
    mutating func addNew(_ gates: [HistoryGate]) throws {
        try store.write { database in
            for gate in gates where try HistoryGate.fetchOne(database, key: gate.record.hex) == nil {
                try gate.insert(database)
            }
        }
    }

    /// Marks the runs whose folder no longer exists, and returns their number.
    static func markGone(in folder: String, _ database: Database) throws -> Int {
        let runs = HistoryRun.filter(isInside(folder) && Column("isGone") == false)
        let gone = try String.fetchAll(database, runs.select(Column("folder"))).filter { !RunFolders.holdsRun($0) }
        for folder in gone {
            try database.cachedStatement(sql: "UPDATE run SET isGone = 1 WHERE folder = ?")
                .execute(arguments: [folder])
        }
        return gone.count
    }

    // MARK: Folders and stores

    private mutating func take(folder: String) throws {
        let found = try RunFolders(in: folder)
        // Earlier refusals are forgotten, because everything is examined again.
        _ = try store.write { try RefusedFolder.filter(Self.isInside(folder)).deleteAll($0) }
        try take(runsIn: found.runs)
        for gate in found.gates { try take(gate: gate) }
        report.gone += try store.write { try Self.markGone(in: folder, $0) }
    }

    private mutating func take(runsIn folders: [String]) throws {
        try inBatches(folders) { this, folder, database in
            let document = RunFolderReading.document(in: folder)
            if try HistoryRun.all(in: folder, database).contains(where: { $0.document == document }) {
                this.report.known += 1
                return
            }
            switch RunFolderReading(folder) {
            case .run(let run): try this.add(run, database)
            case .refused(let refused): try this.refuse(refused, database)
            }
        }
    }

    /// Imports a gate's decision from its folder; a gate that did not end has none yet.
    private mutating func take(gate folder: String) throws {
        let reading = GateFolderReading(folder)
        try store.write { database in
            switch reading {
            case .gate(let gate):
                let known = try HistoryGate.fetchOne(database, key: gate.record.hex)
                guard known == nil || known?.document == gate.document else {
                    let why = "another gate.json is known of the same gate"
                    return try refuse(RefusedFolder(folder, RefusedFolder.edited, why), database)
                }
                report.gates += 1
                try gate.insert(database)
            case .refused(let refused): try refuse(refused, database)
            case .unended: break
            }
        }
    }

    /// Imports the runs of another store: from their folders if they are on this machine, otherwise from its rows.
    private mutating func take(store path: String) throws {
        let other = StoreFile(path: path)
        guard case .ours = other.state else {
            throw CommandError(
                what: "\(path) is no folder, and no store of this trammel's version",
                remedy: "Name a folder with runs, or a store; rebuild an older store where it is")
        }
        let (runs, gates): ([HistoryRun], [HistoryGate])
        do {
            (runs, gates) = try other.open(isReadOnly: true, isThorough: true).read { database in
                (try HistoryRun.stored(in: database), try HistoryGate.all(in: database))
            }
        } catch {
            let why = try StoreFault(error, in: path).damage()
            throw CommandError(what: "\(path) is damaged: \(why)", remedy: "Rebuild it where it was made")
        }
        try take(runsIn: runs.map(\.folder).filter(RunFolders.holdsRun))
        // The path from another computer may belong to a different run here.
        try take(runs, news: true)
        for gate in gates where GateFolderReading.isGate(Files.names(in: gate.folder)) { try take(gate: gate.folder) }
        try addNew(gates)
    }

    // MARK: Runs

    private mutating func add(_ run: HistoryRun, _ database: Database) throws {
        if let known = try HistoryRun.with(run.manifest, in: database) { return try meet(run, known, database) }
        for known in try HistoryRun.all(in: run.folder, database) where !run.isGone {
            // A series that is played again may reuse the folder's name: a seal distinguishes the two runs. Without a
            // seal, the same run with another verdict has been edited.
            let isSealed = run.manifest != run.document
            if !isSealed, known.started == run.started, known.seed == run.seed {
                return try refuse(run.folder, knownIn: known.folder, database)
            }
            try known.move(to: known.folder, isGone: true, database)
        }
        try run.insert(database)
        let id = database.lastInsertedRowID
        for var measurement in run.measurements {
            measurement.run = id
            try measurement.insert(database)
        }
        report.added += 1
    }

    /// Handles a run that is known: at the same path, as a copy, or with different contents.
    private mutating func meet(_ run: HistoryRun, _ known: HistoryRun, _ database: Database) throws {
        guard known.document == run.document else {
            return try refuse(run.folder, knownIn: known.folder, database)
        }
        report.known += 1
        // If only one copy exists, it is used; if both exist, the one with the smaller path.
        let isBetter = known.isGone || !RunFolders.holdsRun(known.folder) || run.folder < known.folder
        if !run.isGone, isBetter { try known.move(to: run.folder, isGone: false, database) }
    }

    /// Refuses a run of which the store has other evidence: one of the two was changed.
    private mutating func refuse(_ folder: String, knownIn other: String, _ database: Database) throws {
        let why = other == folder ? "its verdict was changed since it was imported" : "\(other) tells otherwise of it"
        try refuse(RefusedFolder(folder, RefusedFolder.edited, why), database)
    }

    private mutating func refuse(_ folder: RefusedFolder, _ database: Database) throws {
        try folder.insert(database)
        report.refuse(folder)
    }

    private mutating func inBatches<Item>(
        _ items: [Item], _ body: (inout RunImport, Item, Database) throws -> Void
    ) throws {
        for start in stride(from: 0, to: items.count, by: Self.batch) {
            try store.write { database in
                for index in start..<min(items.count, start + Self.batch) {
                    try body(&self, items[index], database)
                    progress(index + 1, items.count)
                }
            }
        }
    }

    private static func isInside(_ folder: String) -> SQLExpression {
        let start = folder == "/" ? "" : folder
        return Column("folder") == folder || (Column("folder") >= start + "/" && Column("folder") < start + "0")
    }
}

// MARK: - Rows

extension HistoryRun {
    /// Returns the runs that exist only in a store, or all of them, with their measurements.
    static func stored(
        in database: Database,
        _ selection: (QueryInterfaceRequest<HistoryRun>) -> QueryInterfaceRequest<HistoryRun> = { $0 }
    ) throws -> [HistoryRun] {
        let order = [Column("folder"), Column("started"), Column("ordinal"), Column("manifest")]
        var runs = try selection(HistoryRun.all()).order(order).including(all: hasMany(RunMeasurement.self))
            .fetchAll(database)
        // Whoever takes them in knows only the row.
        for place in runs.indices { runs[place].isGone = true }
        return runs
    }

    fileprivate static func with(_ manifest: ContentHash, in database: Database) throws -> HistoryRun? {
        try fetchOne(
            database.cachedStatement(sql: "SELECT * FROM run WHERE manifest = ?"), arguments: [manifest.hex])
    }

    /// Returns the runs of a folder that still exists.
    fileprivate static func all(in folder: String, _ database: Database) throws -> [HistoryRun] {
        try fetchAll(
            database.cachedStatement(sql: "SELECT * FROM run WHERE folder = ? AND NOT isGone"), arguments: [folder])
    }

    fileprivate func move(to folder: String, isGone: Bool, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE run SET folder = ?, isGone = ? WHERE id = ?")
            .execute(arguments: [folder, isGone, id])
    }
}

extension HistoryGate {
    /// Returns all gates, in the order in which they began.
    static func all(in database: Database) throws -> [HistoryGate] {
        try order(Column("started"), Column("ended"), Column("folder"), Column("record")).fetchAll(database)
    }
}
