import GRDB
import Journal

/// The parts of a run that its place in a series needs. A page reads many thousands of runs, so the rest stays unread.
struct PlayedRun: FetchableRecord {
    /// The first columns of a row, in this order.
    static let columns =
        "run.started, run.seed, run.verdict, run.identity, run.firmwareHash, run.firmware, run.folder, run.failureKey"

    let started: Int64
    let verdict: VerdictKind
    let firmware: TestedFirmware
    let folder: String
    /// The key of its failure; nil if nothing failed.
    let failure: String?
    private let seed: Int64
    private let identity: String

    init(row: Row) throws {
        started = try row.decode(atIndex: 0)
        seed = try row.decode(atIndex: 1)
        guard let verdict = VerdictKind(rawValue: try row.decode(atIndex: 2)) else {
            throw StoreFault.damaged("a run in it has no known verdict")
        }
        self.verdict = verdict
        identity = try row.decode(atIndex: 3)
        firmware = TestedFirmware(
            sha256: try row.decode(atIndex: 4), name: try row.decode(atIndex: 5))
        folder = try row.decode(atIndex: 6)
        failure = try row.decode(atIndex: 7)
    }

    /// The values shared by runs that say nothing new on a bench where one seed always gives the same run.
    var repeated: [String] { [firmware.sha256, identity, verdict.rawValue, "\(seed)"] }
}

extension HistoryRun {
    /// The values shared by runs that say nothing new on a bench where one seed always gives the same run.
    var repeated: [String] { [firmware.sha256, identity, verdict.rawValue, "\(Int64(bitPattern: seed))"] }
}

extension UsedBench {
    /// Returns the trials among the rows of a scenario on this bench, oldest first: each seed only once if repeats say
    /// nothing new.
    func eachSeedOnce<Row>(_ rows: [Row], _ repeated: (Row) -> [String]) -> [Row] {
        guard isDeterministic else { return rows }
        var known: Set<[String]> = []
        return rows.filter { known.insert(repeated($0)).inserted }
    }
}
