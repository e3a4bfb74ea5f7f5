import Evidence
import FoundationEssentials
import GRDB
import Ground

/// An open store.
final class StoreConnection {
    let path: String
    private let database: DatabaseQueue
    /// The lock that readers hold until they close the store; a store under construction has none.
    private var lock: StoreLock?

    private init(_ path: String, _ database: DatabaseQueue, _ lock: StoreLock?) {
        (self.path, self.database, self.lock) = (path, database, lock)
    }

    /// The time that SQLite itself waits for another program, in seconds.
    private static let patience = 5.0

    /// Opens a store for questions; the digests of these parts are compared before any of their contents is used.
    static func read(
        _ file: StoreFile, _ parts: [StorePart] = StorePart.allCases
    ) throws(StoreFault) -> StoreConnection {
        let lock: StoreLock
        do throws(CommandTrouble) { lock = try StoreLock(file.readerLock, .together) } catch { throw .trouble(error) }
        let store = StoreConnection(file.path, try open(file.path, isReadOnly: true), lock)
        try store.read { database in try store.check(parts, database) }
        return store
    }

    /// Opens someone else's store, without writing anything next to it.
    static func readAlone(_ file: StoreFile) throws(StoreFault) -> StoreConnection {
        let store = StoreConnection(file.path, try open(file.path, isReadOnly: true), nil)
        try store.read { database in try store.check(StorePart.allCases, database) }
        return store
    }

    /// Opens a store for changes, in a file that this program made; the caller holds the writers' lock.
    static func write(_ file: StoreFile) throws(StoreFault) -> StoreConnection {
        let lock: StoreLock
        do throws(CommandTrouble) { lock = try StoreLock(file.readerLock, .together) } catch { throw .trouble(error) }
        let store = StoreConnection(file.path, try open(file.path, isReadOnly: false), lock)
        try store.read { database in try store.check(StorePart.allCases, database) }
        return store
    }

    /// Creates an empty store in a new file that nothing else uses, so nothing need survive a power failure until it
    /// gets its name.
    static func make(_ path: String) throws(StoreFault) -> StoreConnection {
        let store = StoreConnection(path, try open(path, isReadOnly: false, isNew: true), nil)
        try store.perform { database in
            try database.execute(sql: "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try database.execute(sql: "PRAGMA application_id = \(StoreSchema.application)")
            try database.execute(sql: "PRAGMA user_version = \(StoreSchema.version)")
        }
        try store.write { database in
            for statement in StoreSchema.statements { try database.execute(sql: statement) }
            try Self.writeDigest(database)
        }
        return store
    }

    private static func open(
        _ path: String, isReadOnly: Bool, isNew: Bool = false
    ) throws(StoreFault) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(patience)
        configuration.foreignKeysEnabled = false
        if !isReadOnly, !isNew { configuration.journalMode = .wal }
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -65536; PRAGMA trusted_schema = OFF")
        }
        do { return try DatabaseQueue(path: path, configuration: configuration) } catch {
            throw StoreFault(error, in: path)
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(StoreFault) -> Value {
        do { return try database.read(body) } catch { throw StoreFault(error, in: path) }
    }

    /// Makes a change completely, or not at all.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreFault) -> Value {
        do { return try database.write(body) } catch { throw StoreFault(error, in: path) }
    }

    /// Runs statements that are not a transaction.
    func perform(_ body: (Database) throws -> Void) throws(StoreFault) {
        do { try database.writeWithoutTransaction(body) } catch { throw StoreFault(error, in: path) }
    }

    /// Brings everything into the one file, and closes it, so that it can be opened exclusively.
    func close() throws(StoreFault) {
        do { try database.close() } catch { throw StoreFault(error, in: path) }
        lock = nil
    }
}

extension StoreConnection {
    /// Writes new digests of the small tables, as the last step of every change.
    static func writeDigest(_ database: Database) throws {
        for part in StorePart.allCases {
            try database.perform(
                "INSERT OR REPLACE INTO total(id, digest) VALUES (?, ?)",
                [part.rawValue, try digest(of: part, database).data])
        }
    }

    private func check(_ parts: [StorePart], _ database: Database) throws {
        for part in parts {
            let told = try database.first("SELECT digest FROM total WHERE id = ?", [part.rawValue]) { try $0.hash(0) }
            guard let told, told == (try Self.digest(of: part, database)) else {
                throw StoreFault.damaged("its tables are not those that were written")
            }
        }
    }

    private static func digest(of part: StorePart, _ database: Database) throws -> ContentHash {
        var digest = TableDigest()
        for question in part.questions {
            digest.begin(question)
            try database.each(question) { row in digest.add(row.row) }
        }
        return digest.hash
    }
}
