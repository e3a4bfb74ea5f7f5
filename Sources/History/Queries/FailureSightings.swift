import GRDB
import Ground

/// Finds where each distinct failure was seen, as a store counts it.
struct FailureSightings {
    private struct Place: Hashable {
        let scenario: TestedScenario
        let firmware: TestedFirmware
        let bench: UsedBench
        let runs: Int
        let first: Int64
        let last: Int64
    }

    /// A part of the groups of runs; the parts say nothing about each other.
    private struct Part {
        let isMade: Bool
        /// The groups by scenario name.
        let named: [String: [HistoryGroup]]
        /// The position of each firmware in the order in which they were first seen.
        let order: [TestedFirmware: Int]

        init(_ all: [HistoryGroup], isMade: Bool) {
            self.isMade = isMade
            let groups = all.filter { $0.bench.isMade == isMade }
            named = Dictionary(grouping: groups, by: \.scenario.name)
            let seen = HistoryGroups.firmwares(groups)
            order = Dictionary(uniqueKeysWithValues: seen.enumerated().map { ($1.firmware, $0) })
        }
    }

    private let database: Database
    private let contents: StoreContents
    /// The runs on benches that provide the accessory themselves, and those on all others.
    private let made: Part
    private let others: Part
    private var places: [Int64: [Place]] = [:]

    init(_ database: Database, _ contents: StoreContents, _ groups: HistoryGroups) throws {
        (self.database, self.contents) = (database, contents)
        (made, others) = (Part(groups.groups, isMade: true), Part(groups.groups, isMade: false))
        try database.each("SELECT failure, scenario, firmware, bench, runs, first, last FROM seen") { row in
            places[try row.number(0), default: []].append(
                Place(
                    scenario: try contents.scenario(try row.number(1)),
                    firmware: try contents.firmware(try row.number(2)), bench: try contents.bench(try row.number(3)),
                    runs: Int(clamping: try row.number(4)), first: try row.number(5), last: try row.number(6)))
        }
    }

    /// Returns every distinct failure that fits, newest first.
    func histories(_ filter: HistoryFilter) throws -> [FailureHistory] {
        var all: [FailureHistory] = []
        for (id, places) in places {
            for part in [others, made] {
                let own = places.filter { $0.bench.isMade == part.isMade }
                let isWanted = own.contains { place in
                    filter.fits(scenario: place.scenario) && filter.fits(bench: place.bench)
                        && (filter.firmware.map { HistoryFilter.fits($0, place.firmware) } ?? true)
                }
                if isWanted { all.append(try history(id, own, part)) }
            }
        }
        return all.sorted { one, other in
            guard one.first == other.first else { return one.first > other.first }
            return (one.failure.key, one.isRehearsal ? 1 : 0) < (other.failure.key, other.isRehearsal ? 1 : 0)
        }
    }

    private func history(_ id: Int64, _ places: [Place], _ part: Part) throws -> FailureHistory {
        let (firmware, folder, scenario) = try firstRun(id, places, isMade: part.isMade)
        let order = part.order
        var runs: [TestedFirmware: Int] = [:]
        for place in places { runs[place.firmware, default: 0] += place.runs }
        let since = order[firmware] ?? 0
        let before = (part.named[scenario.name] ?? []).filter { (order[$0.firmware] ?? 0) < since }
        return FailureHistory(
            failure: try contents.failure(id),
            isRehearsal: part.isMade && places.contains { !$0.firmware.sha256.isEmpty }, scenario: scenario,
            runs: places.reduce(0) { $0 + $1.runs },
            first: places.map(\.first).min() ?? 0, last: places.map(\.last).max() ?? 0, since: firmware,
            trialsBefore: before.reduce(0) { $0 + $1.trials },
            sightings: runs.map { FailureHistory.Sighting(firmware: $0, runs: $1) }.sorted {
                (order[$0.firmware] ?? 0) < (order[$1.firmware] ?? 0)
            },
            folder: folder, isFolderThere: RunPath.holdsRun(folder))
    }

    /// Returns the first run with this failure: among several that began in the same second, the one with the smallest
    /// place and hash.
    private func firstRun(
        _ failure: Int64, _ places: [Place], isMade: Bool
    ) throws -> (TestedFirmware, String, TestedScenario) {
        var first: RunRow?
        try database.each(
            "SELECT \(RunRow.columns) FROM run WHERE run.failure = ? AND run.started = ?",
            [failure, places.map(\.first).min()]
        ) { row in
            let one = try RunRow(row)
            guard try contents.bench(one.bench).isMade == isMade else { return }
            if let known = first, !RunRow.isBefore(one, known) { return }
            first = one
        }
        guard let first, first.failure == failure else {
            throw StoreFault.damaged("a failure in it has not the run that it was first seen in")
        }
        return (
            try contents.firmware(first.firmware), try contents.folder(of: first),
            try contents.scenario(first.scenario)
        )
    }
}

extension RunRow {
    /// Returns whether one run comes before another: by when they began, by their place in their series, and by hash.
    static func isBefore(_ one: RunRow, _ other: RunRow) -> Bool {
        guard (one.started, one.ordinal) == (other.started, other.ordinal) else {
            return (one.started, one.ordinal) < (other.started, other.ordinal)
        }
        return one.manifest.bytes.lexicographicallyPrecedes(other.manifest.bytes)
    }

    /// Identifies a run that was played before, on a bench where one seed always gives the same run.
    struct Repeat: Hashable {
        private let scenario: Int64
        private let firmware: Int64
        private let bench: Int64
        private let identity: Int64
        private let verdict: Int64
        private let seed: Int64

        init(_ row: RunRow) {
            (scenario, firmware, bench) = (row.scenario, row.firmware, row.bench)
            (identity, verdict, seed) = (row.identity, row.verdict, row.seed)
        }
    }

    /// Returns the trials among a bench's rows, oldest first: each seed only once if repeats say nothing new.
    static func eachSeedOnce<Row>(
        _ rows: [Row], on bench: UsedBench, _ run: (Row) -> RunRow
    ) -> [Row] {
        guard bench.isDeterministic else { return rows }
        var known: Set<Repeat> = []
        return rows.filter { known.insert(Repeat(run($0))).inserted }
    }
}
