public import Evidence
import GRDB
import Journal

/// All groups of runs in a store, in an order that depends only on its contents.
public struct HistoryGroups: Sendable {
    /// The groups, by the scenario's name and content, then by when its firmware was first seen, then by bench.
    public let groups: [HistoryGroup]
    /// All firmware, in the order in which it was first seen.
    public let firmwares: [SeenFirmware]
    /// All gates that came to an end, in the order in which they began.
    public let gates: [HistoryGate]

    /// A firmware, and when it was first seen.
    public struct SeenFirmware: Hashable, Sendable {
        public let firmware: TestedFirmware
        /// In nanoseconds since 1970.
        public let first: Int64
        public let last: Int64
        public let runs: Int
    }

    private struct Key: Hashable {
        let scenario: Int64
        let firmware: Int64
        let bench: Int64
    }

    init(_ database: Database, _ contents: StoreContents) throws {
        var groups: [Key: HistoryGroup] = [:]
        try database.each(
            "SELECT scenario, firmware, bench, identity, verdict, runs, repeats, first, last FROM tally"
        ) { row in
            let key = Key(scenario: try row.number(0), firmware: try row.number(1), bench: try row.number(2))
            let level = try StoreCodes.identity(try row.number(3))
            var group =
                try groups[key]
                ?? HistoryGroup(
                    scenario: try contents.scenario(key.scenario), firmware: try contents.firmware(key.firmware),
                    bench: try contents.bench(key.bench), identity: level)
            let weakest = min(StoreCodes.number(ofIdentity: group.weakest), try row.number(3))
            group.weakest = try StoreCodes.identity(weakest)
            let verdict = try StoreCodes.verdict(try row.number(4))
            group.counts[verdict, default: HistoryGroup.Count()].runs += Int(clamping: try row.number(5))
            group.counts[verdict, default: HistoryGroup.Count()].repeats += Int(clamping: try row.number(6))
            (group.first, group.last) = (min(group.first, try row.number(7)), max(group.last, try row.number(8)))
            groups[key] = group
        }
        let seen = Self.firmwares(Array(groups.values))
        let places = Dictionary(uniqueKeysWithValues: seen.enumerated().map { ($1.firmware, $0) })
        firmwares = seen
        gates = try GateRow.all(database)
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

extension HistoryStore {
    /// Returns all groups of runs.
    public func groups() throws(CommandTrouble) -> HistoryAnswer<HistoryGroups> {
        try ask([.names, .tallies]) { database in try HistoryGroups(database, StoreContents(database)) }
    }
}
