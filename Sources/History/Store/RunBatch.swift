import Evidence
import GRDB

/// Runs on their way into a store, many in one change.
struct RunBatch {
    /// The number of runs that enter the store together: all of them or none.
    static let size = 2_000

    private let store: StoreConnection
    private var folders: [String] = []
    private var names = StoreNames()
    var report = HistoryImport()

    init(_ store: StoreConnection) { self.store = store }

    /// Forgets earlier refusals in a folder, because it is examined again.
    mutating func begin(_ folder: String) throws(StoreFault) {
        try store.write { database in
            let isRoot = folder == "/"
            try database.perform(
                "DELETE FROM refused WHERE folder = ? OR (folder >= ? AND folder < ?)",
                [folder, isRoot ? "/" : folder + "/", isRoot ? "0" : folder + "0"])
            try StoreConnection.writeDigest(database)
        }
    }

    /// Adds a run's folder; it is read once there are many.
    mutating func add(_ folder: String) throws(StoreFault) {
        folders.append(folder)
        if folders.count >= Self.size { try flush() }
    }

    /// Brings all added folders into the store.
    mutating func flush() throws(StoreFault) {
        guard !folders.isEmpty else { return }
        let (paths, before) = (folders, names)
        folders = []
        (report, names) = try store.write { database in
            var (report, writer) = (report, StoreWriter(database, names: before))
            for path in paths { try Self.take(path, into: &writer, database, &report) }
            try writer.finish()
            return (report, writer.names)
        }
    }

    /// Adds a gate's decision from its folder; a gate that did not end has none yet.
    mutating func add(gate folder: String) throws(StoreFault) {
        let reading = GateFolderReading(folder)
        if case .unended = reading { return }
        report = try store.write { database in
            var report = report
            switch reading {
            case .gate(let gate):
                let known = try GateRow.document(of: gate.record, database)
                if let known, known != gate.document {
                    let why = "another gate.json is known of the same gate"
                    try Self.refuse(RefusedFolder(folder, RefusedFolder.edited, why), database, &report)
                } else {
                    report.gates += 1
                    try GateRow(gate).insert(database)
                }
            case .refused(let refused): try Self.refuse(refused, database, &report)
            case .unended: break
            }
            try StoreConnection.writeDigest(database)
            return report
        }
    }

    /// Adds runs that are already values; with `news`, known ones are skipped silently.
    mutating func add(_ runs: [HistoryRun], news: Bool = false) throws(StoreFault) {
        for start in stride(from: 0, to: runs.count, by: Self.size) {
            let some = runs[start..<min(runs.count, start + Self.size)]
            let before = names
            (report, names) = try store.write { database in
                var (report, writer) = (report, StoreWriter(database, names: before))
                for run in some where try !news || !writer.knows(run.manifest) {
                    try Self.count(try writer.add(run), run.folder, database, &report)
                }
                try writer.finish()
                return (report, writer.names)
            }
        }
    }

    private static func take(
        _ path: String, into writer: inout StoreWriter, _ database: Database, _ report: inout HistoryImport
    ) throws {
        if let document = RunFolderReading.document(in: path), try writer.knows(document, in: path) {
            report.known += 1
            return
        }
        switch RunFolderReading(path) {
        case .run(let run): try count(try writer.add(run), path, database, &report)
        case .refused(let folder): try refuse(folder, database, &report)
        }
    }

    private static func count(
        _ outcome: StoreWriter.Outcome, _ path: String, _ database: Database, _ report: inout HistoryImport
    ) throws {
        switch outcome {
        case .added: report.added += 1
        case .known: report.known += 1
        case .edited(let other):
            let why = other == path ? "its verdict was changed since it was imported" : "\(other) tells otherwise of it"
            try refuse(RefusedFolder(path, RefusedFolder.edited, why), database, &report)
        }
    }

    private static func refuse(
        _ folder: RefusedFolder, _ database: Database, _ report: inout HistoryImport
    ) throws {
        try database.perform(
            "INSERT OR REPLACE INTO refused(folder, code, why) VALUES (?, ?, ?)",
            [folder.folder, folder.code, String(folder.why.prefix(300))])
        report.refuse(folder)
    }

    /// Marks the runs whose folder no longer exists, and returns their number.
    static func markGone(in folder: String, _ database: Database) throws -> Int {
        let isRoot = folder == "/"
        var gone: [Int64] = []
        try database.each(
            """
            SELECT run.id, place.path, run.name FROM place JOIN run ON run.place = place.id \
            WHERE run.gone = 0 AND (place.path = ? OR (place.path >= ? AND place.path < ?) \
            OR (place.path = ? AND run.name = ?))
            """,
            [
                folder, isRoot ? "/" : folder + "/", isRoot ? "0" : folder + "0", RunPath.parts(of: folder).place,
                RunPath.parts(of: folder).name,
            ]
        ) { row in
            let path = RunPath.joined(try row.text(1), try row.text(2))
            if !RunPath.holdsRun(path) { gone.append(try row.number(0)) }
        }
        for id in gone { try RunRow.change(id, database) { row in row.isGone = true } }
        try StoreConnection.writeDigest(database)
        return gone.count
    }
}
