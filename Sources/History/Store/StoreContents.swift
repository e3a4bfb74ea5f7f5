import GRDB
import Journal
import Vocabulary

/// The names that a store's rows refer to, by their numbers.
struct StoreContents {
    struct Series: Hashable {
        let quantity: Int64
        let scenario: Int64
        let bench: Int64
        /// The number of runs.
        let runs: Int64
    }

    private(set) var places: [Int64: String] = [:]
    private(set) var firmwares: [Int64: TestedFirmware] = [:]
    private(set) var units: [Int64: String] = [:]
    private(set) var benches: [Int64: UsedBench] = [:]
    private(set) var scenarios: [Int64: TestedScenario] = [:]
    private(set) var gates: [Int64: String] = [:]
    private(set) var failures: [Int64: SeenFailure] = [:]
    private(set) var quantities: [Int64: (name: String, unit: Quantity.WrittenUnit)] = [:]
    private(set) var series: [Int64: Series] = [:]

    init(_ database: Database) throws {
        try database.each("SELECT id, sha256, name FROM firmware") {
            firmwares[try $0.number(0)] = TestedFirmware(sha256: try $0.text(1), name: try $0.text(2))
        }
        try database.each("SELECT id, name FROM unit") { units[try $0.number(0)] = try $0.text(1) }
        try database.each("SELECT id, name, kind, host, fingerprint, version FROM bench") {
            benches[try $0.number(0)] = UsedBench(
                name: try $0.text(1), kind: try $0.text(2), host: try $0.text(3), fingerprint: try $0.text(4),
                version: try $0.text(5))
        }
        try database.each("SELECT id, name, hash, file FROM scenario") {
            scenarios[try $0.number(0)] = TestedScenario(
                name: try $0.text(1), hash: try $0.text(2), file: try $0.text(3))
        }
        try database.each("SELECT id, key, code, expected, seen FROM failure") {
            failures[try $0.number(0)] = SeenFailure(
                key: try $0.text(1), code: try $0.text(2), expected: try $0.text(3), seen: try $0.text(4))
        }
        try database.each("SELECT id, name, unit FROM quantity") {
            guard let unit = Quantity.WrittenUnit(rawValue: try $0.text(2)) else {
                throw StoreFault.damaged("a quantity in it has no known unit")
            }
            quantities[try $0.number(0)] = (try $0.text(1), unit)
        }
        try database.each("SELECT id, quantity, scenario, bench, runs FROM series") {
            series[try $0.number(0)] = Series(
                quantity: try $0.number(1), scenario: try $0.number(2), bench: try $0.number(3),
                runs: try $0.number(4))
        }
    }

    /// Reads the names that only individual runs refer to.
    mutating func readPlaces(_ database: Database) throws {
        try database.each("SELECT id, path FROM place") { places[try $0.number(0)] = try $0.text(1) }
        try database.each("SELECT id, record FROM gate") { gates[try $0.number(0)] = try $0.text(1) }
    }

    /// Returns the name for a number; a number without a name is damage.
    static func named<Name>(_ id: Int64, in names: [Int64: Name]) throws(StoreFault) -> Name {
        guard let name = names[id] else { throw .damaged("a row in it refers to nothing") }
        return name
    }

    /// Throws if a run of a series is missing: SQLite does not report it when a page has lost rows.
    func check(series id: Int64, _ database: Database) throws {
        let rows = try database.first(
            "SELECT count(*) FROM measurement JOIN run ON run.id = measurement.run WHERE measurement.series = ?", [id]
        ) { try $0.number(0) }
        guard rows == (try Self.named(id, in: series).runs) else {
            throw StoreFault.damaged("measurements are missing in it")
        }
    }

    /// Does the same only for its measurements, if the caller counts the runs.
    func checkMeasurements(series id: Int64, _ database: Database) throws {
        let rows = try database.first("SELECT count(*) FROM measurement WHERE series = ?", [id]) { try $0.number(0) }
        guard rows == (try Self.named(id, in: series).runs) else {
            throw StoreFault.damaged("measurements are missing in it")
        }
    }

    /// Returns the path of a run's folder; the places must have been read.
    func folder(of run: RunRow) throws(StoreFault) -> String {
        RunPath.joined(try Self.named(run.place, in: places), run.name)
    }

    func firmware(_ id: Int64) throws(StoreFault) -> TestedFirmware { try Self.named(id, in: firmwares) }
    func bench(_ id: Int64) throws(StoreFault) -> UsedBench { try Self.named(id, in: benches) }
    func scenario(_ id: Int64) throws(StoreFault) -> TestedScenario { try Self.named(id, in: scenarios) }
    func failure(_ id: Int64) throws(StoreFault) -> SeenFailure { try Self.named(id, in: failures) }
}
