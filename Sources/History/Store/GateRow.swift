import GRDB
import Ground

/// A gate's row: its decision.
struct GateRow {
    let gate: HistoryGate

    private static let columns = """
        record, document, folder, result, rehearsal, plan, plan_hash, firmware, name, identity, bench, fingerprint, \
        scenarios, passed, trials, failures, left_out, confidence, upper_limit, started, ended
        """

    /// Selects all columns, sorted by gate.
    static let question = "SELECT \(columns) FROM judged ORDER BY record"

    static let statement = """
        CREATE TABLE judged(record BLOB PRIMARY KEY, document BLOB NOT NULL, folder TEXT NOT NULL, \
        result TEXT NOT NULL, rehearsal INTEGER NOT NULL, plan TEXT NOT NULL, plan_hash TEXT NOT NULL, \
        firmware TEXT NOT NULL, name TEXT NOT NULL, identity TEXT NOT NULL, bench TEXT NOT NULL, \
        fingerprint TEXT NOT NULL, scenarios INTEGER NOT NULL, passed INTEGER NOT NULL, trials INTEGER NOT NULL, \
        failures INTEGER NOT NULL, left_out INTEGER NOT NULL, confidence INTEGER NOT NULL, \
        upper_limit INTEGER NOT NULL, started INTEGER NOT NULL, ended INTEGER NOT NULL) WITHOUT ROWID
        """

    init(_ gate: HistoryGate) { self.gate = gate }

    /// Reads the columns; throws if they are not what was written.
    init(_ row: StoreRow) throws(StoreFault) {
        func number(_ column: Int) throws(StoreFault) -> Int { Int(clamping: try row.number(column)) }
        gate = HistoryGate(
            record: try row.hash(0), document: try row.hash(1), folder: try row.text(2), result: try row.text(3),
            isRehearsal: try row.number(4) != 0, plan: try row.text(5), planHash: try row.text(6),
            firmware: TestedFirmware(sha256: try row.text(7), name: try row.text(8)), identity: try row.text(9),
            bench: try row.text(10), fingerprint: try row.text(11), scenarios: try number(12), passed: try number(13),
            trials: try number(14), failures: try number(15), leftOut: try number(16), confidence: try number(17),
            upperLimit: try number(18), started: try row.number(19), ended: try row.number(20))
    }

    /// Returns all gates, in the order in which they began.
    static func all(_ database: Database) throws -> [HistoryGate] {
        var gates: [HistoryGate] = []
        try database.each(question) { gates.append(try GateRow($0).gate) }
        return gates.sorted {
            ($0.started, $0.ended, $0.folder, $0.record.hex) < ($1.started, $1.ended, $1.folder, $1.record.hex)
        }
    }

    /// Returns the known document of this gate; nil for an unknown gate.
    static func document(of record: ContentHash, _ database: Database) throws -> ContentHash? {
        try database.first("SELECT document FROM judged WHERE record = ?", [record.data]) { try $0.hash(0) }
    }

    func insert(_ database: Database) throws {
        let values: [(any DatabaseValueConvertible)?] = [
            gate.record.data, gate.document.data, gate.folder, gate.result, gate.isRehearsal ? 1 : 0, gate.plan,
            gate.planHash, gate.firmware.sha256, gate.firmware.name, gate.identity, gate.bench, gate.fingerprint,
            gate.scenarios, gate.passed, gate.trials, gate.failures, gate.leftOut, gate.confidence, gate.upperLimit,
            gate.started, gate.ended,
        ]
        try database.perform(
            """
            INSERT OR REPLACE INTO judged(\(Self.columns)) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, StatementArguments(values))
    }
}
