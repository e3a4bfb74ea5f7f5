import Evidence
import GRDB
import OperatingSystem

/// A change of a store, made by the holder of its lock.
struct StoreTaking {
    let file: StoreFile
    private var folders = StoreFolders()
    private(set) var report = HistoryImport()
    /// Receives the number of runs read and the number of all.
    private let progress: (Int, Int) -> Void

    init(_ file: StoreFile, _ progress: @escaping (Int, Int) -> Void) {
        self.file = file
        self.progress = progress
    }

    /// Makes sure that there is a store of this version.
    mutating func prepare() throws {
        if let known = try? StoreFolders(besides: file) { folders = known }
        switch file.state {
        case .ours: return
        case .foreign(let why):
            throw CommandError(what: "\(file.path) is left alone: \(why)", remedy: "Name another file with --store")
        case .missing:
            // There are folders but no store: it was removed, and is rebuilt.
            if folders == StoreFolders() { try build() } else { try recover("it is not there") }
        case .otherVersion(let version): try recover("it has the tables of another trammel (version \(version))")
        case .damaged(let why): try recover(why)
        }
    }

    /// Rebuilds the store from the folders that it knows, and keeps the file that could not be used.
    mutating func recover(_ why: String) throws {
        guard let known = try? StoreFolders(besides: file) else {
            throw CommandError(
                what: "\(file.path) is damaged, and the list of its folders cannot be read: \(why)",
                remedy: "Move it away, and import the folders again")
        }
        folders = known
        report.notes.append("\(file.path) was made anew from its folders: \(why)")
        let wasThere = Files.kind(of: file.path) != nil
        try build(keepingOld: true)
        if wasThere { report.notes.append("the file that could not be used is kept as \(file.aside)") }
    }

    /// Imports folders and stores.
    mutating func take(folders more: [String], stores: [String]) throws {
        for folder in more { try folders.add(folder: folder) }
        for store in stores { try folders.add(store: store) }
        try folders.write(besides: file)
        var runs = RunImport(into: try file.open(), progress)
        try runs.take(folders: more, stores: stores)
        report.add(runs.report)
    }

    /// Imports runs that are already values.
    mutating func take(runs values: [HistoryRun]) throws {
        var runs = RunImport(into: try file.open(), progress)
        try runs.take(values)
        report.add(runs.report)
    }

    /// Rebuilds the store from its folders. Runs that exist only in its rows are carried over.
    mutating func rebuild() throws {
        let old = try file.open(isThorough: true)
        let (orphans, gates, known) = try old.write { database in
            _ = try RunImport.markGone(in: "/", database)
            return (
                try HistoryRun.stored(in: database) { $0.filter(Column("isGone") == true) },
                try HistoryGate.all(in: database), try String.fetchSet(database, sql: "SELECT folder FROM run")
            )
        }
        try old.close()
        if folders == StoreFolders() {
            // A store whose list of folders was lost still knows the paths of its runs.
            for place in Set(known.map { Files.folder(of: $0) }).sorted() where Files.kind(of: place) == .folder {
                try folders.add(folder: place)
            }
        }
        report = HistoryImport(telling: report.notes)
        try build(carrying: orphans, gates)
    }

    private mutating func build(
        carrying orphans: [HistoryRun] = [], _ gates: [HistoryGate] = [], keepingOld: Bool = false
    ) throws {
        // A folder that is missing now may come back, so it stays on the list.
        let there = folders.folders.filter { Files.kind(of: $0) == .folder }
        let stores = folders.stores.filter { Files.kind(of: $0) == .regular }
        var made = HistoryImport()
        try file.replace(keepingOld: keepingOld) { store in
            var runs = RunImport(into: store, progress)
            try runs.take(folders: there, stores: stores)
            try runs.take(orphans)
            try runs.addNew(gates)
            made = runs.report
        }
        report.add(made)
    }
}
