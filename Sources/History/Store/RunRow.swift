import FoundationEssentials
import GRDB
import Ground
import Journal

/// A run's row with the numbers of the names that it refers to.
struct RunRow: Hashable {
    let manifest: ContentHash
    let document: ContentHash
    /// The folder around the run's own, and its name.
    var place: Int64
    var name: String
    var isGone: Bool
    let scenario: Int64
    let firmware: Int64
    let bench: Int64
    let identity: Int64
    let verdict: Int64
    let seed: Int64
    let started: Int64
    let ordinal: Int64
    let elapsed: Int64
    let unit: Int64?
    let gate: Int64?
    let failure: Int64?
    let cycle: Int64
    let reason: String
    let witness: String

    init(
        _ run: HistoryRun, at place: Int64, _ name: String, group: RunTallies.Group, unit: Int64?, gate: Int64?,
        failure: Int64?
    ) {
        (manifest, document) = (run.manifest, run.document)
        (self.place, self.name, isGone) = (place, name, run.isGone)
        (scenario, firmware, bench) = (group.scenario, group.firmware, group.bench)
        (identity, verdict, seed) = (group.identity, group.verdict, Int64(bitPattern: run.seed))
        (started, ordinal, elapsed, cycle) = (run.started, run.ordinal, run.elapsed, run.powerCycle)
        (self.unit, self.gate, self.failure) = (unit, gate, failure)
        (reason, witness) = (run.reason, run.witness)
    }

    /// The columns, for a question that ends with them.
    static let columns = """
        run.manifest, run.document, run.place, run.name, run.gone, run.scenario, run.firmware, run.bench, \
        run.identity, run.verdict, run.seed, \
        run.started, run.ordinal, run.elapsed, run.unit, run.gate, run.failure, run.cycle, run.reason, run.witness, \
        run.mark
        """

    /// Reads the columns from `start` on; throws if they are not what was written.
    init(_ row: StoreRow, from start: Int = 0) throws(StoreFault) {
        (manifest, document) = (try row.hash(start), try row.hash(start + 1))
        (place, name, isGone) = (try row.number(start + 2), try row.text(start + 3), try row.number(start + 4) != 0)
        (scenario, firmware, bench) = (try row.number(start + 5), try row.number(start + 6), try row.number(start + 7))
        (identity, verdict, seed) = (try row.number(start + 8), try row.number(start + 9), try row.number(start + 10))
        (started, ordinal) = (try row.number(start + 11), try row.number(start + 12))
        elapsed = try row.number(start + 13)
        (unit, gate) = (try row.optionalNumber(start + 14), try row.optionalNumber(start + 15))
        (failure, cycle) = (try row.optionalNumber(start + 16), try row.number(start + 17))
        (reason, witness) = (try row.text(start + 18), try row.text(start + 19))
        guard try row.number(start + 20) == mark else { throw .damaged("a run in it is not what was written") }
    }

    private var mark: Int64 {
        var mark = RowMark()
        mark.add(manifest.bytes)
        mark.add(document.bytes)
        for number in [
            scenario, firmware, bench, identity, verdict, seed, started, ordinal, elapsed, cycle,
        ] { mark.add(number) }
        for number in [unit, gate, failure] { mark.add(number) }
        for number in [place, isGone ? 1 : 0] as [Int64] { mark.add(number) }
        mark.add(name)
        mark.add(reason)
        mark.add(witness)
        return mark.long
    }

    func insert(_ database: Database) throws {
        // More values than a statement accepts without copies, so they are bound one by one.
        let values: [(any DatabaseValueConvertible)?] = [
            manifest.data, document.data, place, name, isGone ? 1 : 0, scenario, firmware, bench, identity, verdict,
            seed, started,
            ordinal, elapsed, unit, gate, failure, cycle, reason.isEmpty ? nil : reason,
            witness.isEmpty ? nil : witness, mark,
        ]
        try database.perform(
            """
            INSERT INTO run(manifest, document, place, name, gone, scenario, firmware, bench, identity, verdict, seed, \
            started, ordinal, elapsed, unit, gate, failure, cycle, reason, witness, mark) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, StatementArguments(values))
    }

    /// Changes the path of a run, and whether its folder exists.
    static func change(_ id: Int64, _ database: Database, _ body: (inout RunRow) throws -> Void) throws {
        let found = try database.first("SELECT \(columns) FROM run WHERE id = ?", [id]) { try RunRow($0) }
        guard var row = found else { throw StoreFault.damaged("a run in it is missing") }
        try body(&row)
        try database.perform(
            "UPDATE run SET place = ?, name = ?, gone = ?, mark = ? WHERE id = ?",
            [row.place, row.name, row.isGone ? 1 : 0, row.mark, id])
    }
}
