public import Evidence
import GRDB
import GateKit
import Journal

/// All groups of runs in a store, in an order that depends only on its contents.
public struct HistoryGroups: Sendable {
    /// The groups, by the scenario's name and content, then by when its firmware was first seen, then by bench.
    public let groups: [HistoryGroup]
    /// All firmware, in the order in which it was first seen.
    public let firmwares: [SeenFirmware]
    /// All gates that came to an end, in the order in which they began.
    public let gates: [HistoryGate]
    /// The names that all runs share.
    let names: SharedNames

    /// A firmware, and when it was first seen.
    public struct SeenFirmware: Hashable, Sendable {
        public let firmware: TestedFirmware
        /// In nanoseconds since 1970.
        public let first: Int64
        public let last: Int64
        public let runs: Int
    }

    private struct Key: Hashable {
        let scenario: TestedScenario
        let firmware: TestedFirmware
        let bench: UsedBench
    }

    init(_ database: Database) throws {
        let rows = try CountedRuns.fetchAll(database, sql: CountedRuns.question)
        let names = SharedNames(rows)
        var groups: [Key: HistoryGroup] = [:]
        for row in rows {
            let key = Key(scenario: names[row.scenario], firmware: names[row.firmware], bench: row.bench)
            let level = IdentityLevel(rawValue: row.identity) ?? .unknown
            let group = HistoryGroup(scenario: key.scenario, firmware: key.firmware, bench: key.bench, identity: level)
            groups[key, default: group].add(row, level)
        }
        let seen = Self.firmwares(Array(groups.values))
        let places = Dictionary(uniqueKeysWithValues: seen.enumerated().map { ($1.firmware, $0) })
        (firmwares, gates, self.names) = (seen, try HistoryGate.all(in: database), names)
        // Each place is looked up once, because a large store spends most of its time comparing.
        self.groups = groups.values.map { ($0, places[$0.firmware] ?? 0) }.sorted(by: Self.isBefore).map(\.0)
    }

    /// Returns the firmware of these groups, in the order in which they first saw it.
    static func firmwares(_ groups: [HistoryGroup]) -> [SeenFirmware] {
        var all: [TestedFirmware: (first: Int64, last: Int64, runs: Int)] = [:]
        for group in groups {
            let runs = group.counts.values.reduce(0) { $0 + $1.runs }
            let known = all[group.firmware] ?? (.max, .min, 0)
            all[group.firmware] = (min(known.first, group.first), max(known.last, group.last), known.runs + runs)
        }
        return all.map { SeenFirmware(firmware: $0, first: $1.first, last: $1.last, runs: $1.runs) }.sorted {
            ($0.first, $0.firmware.sha256) < ($1.first, $1.firmware.sha256)
        }
    }

    private static func isBefore(
        _ first: (group: HistoryGroup, place: Int), _ second: (group: HistoryGroup, place: Int)
    ) -> Bool {
        let (one, other) = (first.group, second.group)
        let (left, right) = (one.scenario, other.scenario)
        guard left == right else {
            return (left.name, left.hash, left.file) < (right.name, right.hash, right.file)
        }
        guard first.place == second.place else { return first.place < second.place }
        return (one.bench.name, one.bench.fingerprint, one.bench.version)
            < (other.bench.name, other.bench.fingerprint, other.bench.version)
    }
}

/// Runs that differ only in seed and time, counted by SQLite.
struct CountedRuns: Decodable, FetchableRecord {
    let scenario: TestedScenario
    let firmware: TestedFirmware
    let bench: UsedBench
    let identity: String
    let verdict: VerdictKind
    let runs: Int
    /// The number of seeds, on a bench where one seed always gives the same run; otherwise the number of runs.
    let trials: Int
    let first: Int64
    let last: Int64

    private static let columns =
        "scenario, scenarioHash, benchFingerprint, benchVersion, firmwareHash, identity, verdict"
    static let question = """
        SELECT \(columns), min(scenarioFile) AS scenarioFile, min(firmware) AS firmware, min(bench) AS bench, \
        min(benchKind) AS benchKind, min(benchHost) AS benchHost, count(*) AS runs, CASE min(benchKind) \
        WHEN 'simulated' THEN count(DISTINCT CASE benchKind WHEN 'simulated' THEN seed END) ELSE count(*) END \
        AS trials, min(started) AS first, max(started) AS last FROM run GROUP BY \(columns)
        """

    private enum CodingKeys: CodingKey {
        case identity, verdict, runs, trials, first, last
    }

    init(from decoder: any Decoder) throws {
        (scenario, firmware) = (try TestedScenario(from: decoder), try TestedFirmware(from: decoder))
        bench = try UsedBench(from: decoder)
        let row = try decoder.container(keyedBy: CodingKeys.self)
        identity = try row.decode(String.self, forKey: .identity)
        verdict = try row.decode(VerdictKind.self, forKey: .verdict)
        (runs, trials) = (try row.decode(Int.self, forKey: .runs), try row.decode(Int.self, forKey: .trials))
        (first, last) = (try row.decode(Int64.self, forKey: .first), try row.decode(Int64.self, forKey: .last))
    }
}

/// The name of each firmware and the file of each scenario. If runs disagree, it is the smaller text, so the order in
/// which they were imported makes no difference.
struct SharedNames {
    private var firmwares: [String: String] = [:]
    private var files: [[String]: String] = [:]

    init(_ rows: [CountedRuns]) {
        for row in rows {
            let (firmware, scenario) = (self[row.firmware], self[row.scenario])
            firmwares[firmware.sha256] = min(firmware.name, row.firmware.name)
            files[[scenario.name, scenario.hash]] = min(scenario.file, row.scenario.file)
        }
    }

    subscript(one: TestedFirmware) -> TestedFirmware {
        TestedFirmware(sha256: one.sha256, name: firmwares[one.sha256] ?? one.name)
    }

    subscript(one: TestedScenario) -> TestedScenario {
        TestedScenario(name: one.name, hash: one.hash, file: files[[one.name, one.hash]] ?? one.file)
    }
}

extension HistoryStore {
    /// Returns all groups of runs.
    public func groups() throws(CommandError) -> HistoryAnswer<HistoryGroups> {
        try ask { database in try HistoryGroups(database) }
    }
}
