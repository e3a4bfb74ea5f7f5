import GRDB
import Journal

/// The numbers that represent names in a store, each looked up once.
///
/// If two runs disagree about the same thing, such as a firmware's name, the smaller text is kept, so the order in
/// which runs arrive makes no difference.
struct StoreNames {
    /// The maximum number of names of each kind kept in memory.
    private static let most = 50_000

    private var ids: [Key: Int64] = [:]

    private enum Key: Hashable {
        case place(String)
        case firmware(TestedFirmware)
        case unit(String)
        case bench(UsedBench)
        case scenario(TestedScenario)
        case gate(String)
        case failure(SeenFailure)
        case quantity(String, String)
        case series(Int64, Int64, Int64)
    }

    private mutating func id(
        _ key: Key, _ database: Database, _ question: String, _ identity: StatementArguments, _ insert: String,
        _ values: StatementArguments, settle: ((Int64) throws -> Void)? = nil
    ) throws -> Int64 {
        if let id = ids[key] { return id }
        var id = try database.first(question, identity) { try $0.number(0) }
        if let id { try settle?(id) }
        if id == nil {
            try database.perform(insert, values)
            id = database.lastInsertedRowID
        }
        if ids.count >= Self.most { ids.removeAll() }
        ids[key] = id
        return id ?? 0
    }

    mutating func place(_ path: String, _ database: Database) throws -> Int64 {
        try id(
            .place(path), database, "SELECT id FROM place WHERE path = ?", [path],
            "INSERT INTO place(path) VALUES (?)", [path])
    }

    mutating func firmware(_ one: TestedFirmware, _ database: Database) throws -> Int64 {
        try id(
            .firmware(one), database, "SELECT id FROM firmware WHERE sha256 = ?", [one.sha256],
            "INSERT INTO firmware(sha256, name) VALUES (?, ?)", [one.sha256, one.name]
        ) { id in try database.perform("UPDATE firmware SET name = min(name, ?) WHERE id = ?", [one.name, id]) }
    }

    mutating func unit(_ name: String, _ database: Database) throws -> Int64? {
        guard !name.isEmpty else { return nil }
        return try id(
            .unit(name), database, "SELECT id FROM unit WHERE name = ?", [name], "INSERT INTO unit(name) VALUES (?)",
            [name])
    }

    mutating func bench(_ one: UsedBench, _ database: Database) throws -> Int64 {
        try id(
            .bench(one), database, "SELECT id FROM bench WHERE fingerprint = ? AND version = ?",
            [one.fingerprint, one.version],
            "INSERT INTO bench(name, kind, host, fingerprint, version) VALUES (?, ?, ?, ?, ?)",
            [one.name, one.kind, one.host, one.fingerprint, one.version]
        ) { id in
            try database.perform(
                "UPDATE bench SET name = min(name, ?), kind = min(kind, ?), host = min(host, ?) WHERE id = ?",
                [one.name, one.kind, one.host, id])
        }
    }

    mutating func scenario(_ one: TestedScenario, _ database: Database) throws -> Int64 {
        try id(
            .scenario(one), database, "SELECT id FROM scenario WHERE name = ? AND hash = ?", [one.name, one.hash],
            "INSERT INTO scenario(name, hash, file) VALUES (?, ?, ?)", [one.name, one.hash, one.file]
        ) { id in try database.perform("UPDATE scenario SET file = min(file, ?) WHERE id = ?", [one.file, id]) }
    }

    mutating func gate(_ record: String, _ database: Database) throws -> Int64? {
        guard !record.isEmpty else { return nil }
        return try id(
            .gate(record), database, "SELECT id FROM gate WHERE record = ?", [record],
            "INSERT INTO gate(record) VALUES (?)", [record])
    }

    mutating func failure(_ one: SeenFailure, _ database: Database) throws -> Int64 {
        try id(
            .failure(one), database, "SELECT id FROM failure WHERE key = ?", [one.key],
            "INSERT INTO failure(key, code, expected, seen) VALUES (?, ?, ?, ?)",
            [one.key, one.code, one.expected, one.seen]
        ) { id in
            try database.perform(
                """
                UPDATE failure SET code = min(code, ?), expected = min(expected, ?), seen = min(seen, ?) WHERE id = ?
                """, [one.code, one.expected, one.seen, id])
        }
    }

    mutating func series(
        of measurement: RunMeasurement, scenario: Int64, bench: Int64, _ database: Database
    ) throws -> Int64 {
        let (name, unit) = (measurement.quantity, measurement.unit.rawValue)
        let quantity = try id(
            .quantity(name, unit), database, "SELECT id FROM quantity WHERE name = ? AND unit = ?", [name, unit],
            "INSERT INTO quantity(name, unit) VALUES (?, ?)", [name, unit])
        return try id(
            .series(quantity, scenario, bench), database,
            "SELECT id FROM series WHERE quantity = ? AND scenario = ? AND bench = ?", [quantity, scenario, bench],
            "INSERT INTO series(quantity, scenario, bench, runs) VALUES (?, ?, ?, 0)", [quantity, scenario, bench])
    }
}
