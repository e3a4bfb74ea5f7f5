import Evidence
import GRDB
import OperatingSystem

extension StoreFile {
    /// The time that SQLite waits for another program, in seconds.
    private static let patience = 30.0

    /// Opens the store after SQLite's check of its structure; the thorough check also compares its indexes.
    func open(isReadOnly: Bool = false, isThorough: Bool = false) throws -> DatabaseQueue {
        let store = try Self.open(path, isReadOnly: isReadOnly)
        try store.read { database in
            let check = isThorough ? "integrity_check" : "quick_check"
            guard try String.fetchOne(database, sql: "PRAGMA \(check)(1)") == "ok" else {
                throw StoreFault.damaged("SQLite's check of it fails")
            }
            if isThorough { try database.checkForeignKeys() }
        }
        return store
    }

    /// Creates a new store next to the old one, fills it, and replaces the old one; the caller holds the lock.
    func replace(keepingOld: Bool, _ fill: (DatabaseQueue) throws -> Void) throws {
        let folder = Files.folder(of: path)
        let part = StoreFile(path: "\(folder)/.trammel-history-\(UInt64.random(in: 0 ... .max)).part")
        defer { for path in part.sqliteFiles + [part.path] { Files.remove(path) } }
        let store = try Self.open(part.path, isReadOnly: false)
        try store.write(StoreSchema.create)
        try fill(store)
        try store.close()
        do {
            if keepingOld, Files.kind(of: path) != nil { try Files.rename(path, to: aside, mustBeNew: false) }
            for path in sqliteFiles { Files.remove(path) }
            try Files.rename(part.path, to: path, mustBeNew: false)
            try Files.sync(folder: folder)
        } catch {
            throw CommandError.cannotWrite(path, error)
        }
        if Files.kind(of: folders) == nil { try StoreFolders().write(besides: self) }
    }

    private static func open(_ path: String, isReadOnly: Bool) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -65536; PRAGMA trusted_schema = OFF")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
