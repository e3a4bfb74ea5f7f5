import Evidence
import GRDB
import OperatingSystem

/// A change of a store, made by the holder of the writers' lock.
struct StoreTaking {
    let file: StoreFile
    private var folders = StoreFolders()
    private(set) var report = HistoryImport()

    init(_ file: StoreFile) { self.file = file }

    // MARK: Before

    /// Makes sure that there is a store of this version.
    mutating func prepare() throws(StoreFault) {
        if let known = try? StoreFolders(besides: file) { folders = known }
        switch file.state {
        case .ours: return
        case .foreign(let why):
            throw .trouble(
                CommandTrouble(what: "\(file.path) is left alone: \(why)", remedy: "Name another file with --store"))
        case .missing:
            // There are folders but no store: it was removed, and is rebuilt.
            if folders == StoreFolders() {
                try replace(keepingOld: false) { _ throws(StoreFault) in }
            } else {
                try recover("it is not there")
            }
        case .otherVersion(let version): try recover("it has the tables of another trammel (version \(version))")
        case .damaged(let why): try recover(why)
        }
    }

    /// Rebuilds the store from the folders that it knows, and keeps the file that could not be used.
    mutating func recover(_ why: String) throws(StoreFault) {
        guard let known = try? StoreFolders(besides: file) else {
            throw .trouble(
                CommandTrouble(
                    what: "\(file.path) is damaged, and the list of its folders cannot be read: \(why)",
                    remedy: "Move it away, and import the folders again"))
        }
        folders = known
        report.notes.append("\(file.path) was made anew from its folders: \(why)")
        let wasThere = Files.kind(of: file.path) != nil
        try build(carrying: [], [], keepingOld: true)
        if wasThere { report.notes.append("the file that could not be used is kept as \(file.aside)") }
    }

    // MARK: Changes

    /// Imports folders and stores.
    mutating func take(folders more: [String], stores: [String]) throws(StoreFault) {
        do throws(CommandTrouble) {
            for folder in more { try folders.add(folder: folder) }
            for store in stores { try folders.add(store: store) }
            try folders.write(besides: file)
        } catch { throw .trouble(error) }
        let store = try StoreConnection.write(file)
        try take(more, stores, into: store)
        try store.close()
    }

    /// Imports runs that are already values.
    mutating func take(runs: [HistoryRun]) throws(StoreFault) {
        let store = try StoreConnection.write(file)
        try add(runs, to: store)
        try store.close()
    }

    /// Rebuilds the store from its folders. Runs that exist only in its rows are carried over.
    mutating func rebuild() throws(StoreFault) {
        var orphans: [HistoryRun] = []
        var gates: [HistoryGate] = []
        if file.state == .ours {
            let old = try StoreConnection.read(file)
            gates = try old.read { database in try GateRow.all(database) }
            orphans = try old.read { database in
                try StoredRuns(database).all { $1 || !RunPath.holdsRun($0) }
            }
            try old.close()
        }
        if folders == StoreFolders() { try learnFolders() }
        report = HistoryImport(telling: report.notes)
        try build(carrying: orphans, gates, keepingOld: false)
    }

    /// A store whose list of folders was lost still knows the paths of its runs.
    private mutating func learnFolders() throws(StoreFault) {
        guard file.state == .ours else { return }
        let store = try StoreConnection.read(file)
        let places = try store.read { database in
            var contents = try StoreContents(database)
            try contents.readPlaces(database)
            return contents.places.values.sorted()
        }
        try store.close()
        do throws(CommandTrouble) {
            for place in places where Files.kind(of: place) == .folder { try folders.add(folder: place) }
        } catch { throw .trouble(error) }
    }

    private mutating func build(
        carrying orphans: [HistoryRun], _ gates: [HistoryGate], keepingOld: Bool
    ) throws(StoreFault) {
        let known = folders
        var taking = self
        try replace(keepingOld: keepingOld) { (store) throws(StoreFault) in
            // A folder that is missing now may come back, so it stays on the list.
            let there = known.folders.filter { Files.kind(of: $0) == .folder }
            try taking.take(there, known.stores.filter { Files.kind(of: $0) == .regular }, into: store)
            try taking.add(orphans, to: store)
            try Self.addNew(gates, to: store)
        }
        self = taking
    }

    // MARK: Runs

    private mutating func take(
        _ folders: [String], _ stores: [String], into store: StoreConnection
    ) throws(StoreFault) {
        var batch = RunBatch(store)
        for folder in folders.sorted() {
            try batch.begin(folder)
            var gates: [String] = []
            try RunFolders.each(
                in: folder, gate: { gates.append($0) }, run: { (path) throws(StoreFault) in try batch.add(path) })
            try batch.flush()
            for gate in gates { try batch.add(gate: gate) }
            batch.report.gone += try store.write { try RunBatch.markGone(in: folder, $0) }
        }
        report.add(batch.report)
        for path in stores.sorted() { try take(store: path, into: store) }
    }

    private mutating func add(_ runs: [HistoryRun], to store: StoreConnection) throws(StoreFault) {
        var batch = RunBatch(store)
        try batch.add(runs)
        report.add(batch.report)
    }

    /// Imports gates that exist only in a store.
    private static func addNew(_ gates: [HistoryGate], to store: StoreConnection) throws(StoreFault) {
        guard !gates.isEmpty else { return }
        try store.write { database in
            for gate in gates where try GateRow.document(of: gate.record, database) == nil {
                try GateRow(gate).insert(database)
            }
            try StoreConnection.writeDigest(database)
        }
    }

    /// Imports the runs of another store: from their folders if they are on this machine, otherwise from its rows.
    private mutating func take(store path: String, into store: StoreConnection) throws(StoreFault) {
        let other = StoreFile(path: path)
        guard case .ours = other.state else {
            throw .trouble(
                CommandTrouble(
                    what: "\(path) is no folder, and no store of this trammel's version",
                    remedy: "Name a folder with runs, or a store; have an older store made anew where it is"))
        }
        do throws(StoreFault) {
            let connection = try StoreConnection.readAlone(other)
            let runs = try connection.read { database in try StoredRuns(database).all { _, _ in true } }
            let gates = try connection.read { database in try GateRow.all(database) }
            try connection.close()
            var batch = RunBatch(store)
            for run in runs where RunPath.holdsRun(run.folder) { try batch.add(run.folder) }
            try batch.flush()
            // The path from another computer may belong to a different run here.
            try batch.add(runs, news: true)
            for gate in gates where GateFolderReading.isGate(Files.names(in: gate.folder)) {
                try batch.add(gate: gate.folder)
            }
            try Self.addNew(gates, to: store)
            report.add(batch.report)
        } catch {
            guard case .damaged(let why) = error else { throw error }
            throw .trouble(
                CommandTrouble(what: "\(path) is damaged: \(why)", remedy: "Have it made anew where it was made"))
        }
    }
}
