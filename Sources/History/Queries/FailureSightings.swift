import GRDB
import Ground

/// Finds where each distinct failure was seen.
struct FailureSightings {
    /// Runs with one failure, counted by SQLite.
    private struct Place: Decodable, FetchableRecord {
        let failure: String
        let scenario: TestedScenario
        let firmware: TestedFirmware
        let bench: UsedBench
        let runs: Int
        let last: Int64

        private static let columns = """
            failureKey, scenario, scenarioHash, scenarioFile, firmwareHash, firmware, bench, benchKind, benchHost, \
            benchFingerprint, benchVersion
            """
        static let question = """
            SELECT \(columns), count(*) AS runs, max(started) AS last FROM run WHERE failureKey IS NOT NULL \
            GROUP BY \(columns)
            """

        private enum CodingKeys: CodingKey {
            case failureKey, runs, last
        }

        init(from decoder: any Decoder) throws {
            (scenario, firmware) = (try TestedScenario(from: decoder), try TestedFirmware(from: decoder))
            bench = try UsedBench(from: decoder)
            let row = try decoder.container(keyedBy: CodingKeys.self)
            failure = try row.decode(String.self, forKey: .failureKey)
            (runs, last) = (try row.decode(Int.self, forKey: .runs), try row.decode(Int64.self, forKey: .last))
        }
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

    private let names: SharedNames
    /// The runs on benches that provide the accessory themselves, and those on all others.
    private let parts: [Part]
    private let places: [String: [Place]]
    /// The first run with each failure on each kind of bench.
    private let first: [HistoryRun]

    init(_ database: Database, _ groups: HistoryGroups) throws {
        names = groups.names
        parts = [false, true].map { Part(groups.groups, isMade: $0) }
        places = Dictionary(grouping: try Place.fetchAll(database, sql: Place.question), by: \.failure)
        first = try HistoryRun.fetchAll(
            database,
            sql: """
                SELECT * FROM (SELECT *, row_number() OVER (\
                PARTITION BY failureKey, benchKind IN ('simulated', 'virtual') ORDER BY \(StoreSchema.order)) AS place \
                FROM run WHERE failureKey IS NOT NULL) WHERE place = 1
                """)
    }

    /// Returns every distinct failure that fits, newest first.
    func histories(_ filter: HistoryFilter) -> [FailureHistory] {
        let all = first.compactMap { run -> FailureHistory? in
            guard let failure = run.failure else { return nil }
            let own = (places[failure.key] ?? []).filter { $0.bench.isMade == run.bench.isMade }
            let isWanted = own.contains { place in
                filter.fits(scenario: place.scenario) && filter.fits(bench: place.bench)
                    && (filter.firmware.map { HistoryFilter.fits($0, names[place.firmware]) } ?? true)
            }
            return isWanted ? history(failure, run, own, parts[run.bench.isMade ? 1 : 0]) : nil
        }
        return all.sorted { one, other in
            guard one.first == other.first else { return one.first > other.first }
            return (one.failure.key, one.isRehearsal ? 1 : 0) < (other.failure.key, other.isRehearsal ? 1 : 0)
        }
    }

    private func history(_ failure: SeenFailure, _ run: HistoryRun, _ places: [Place], _ part: Part) -> FailureHistory {
        let (firmware, order) = (names[run.firmware], part.order)
        var runs: [TestedFirmware: Int] = [:]
        for place in places { runs[names[place.firmware], default: 0] += place.runs }
        let since = order[firmware] ?? 0
        let before = (part.named[run.scenario.name] ?? []).filter { (order[$0.firmware] ?? 0) < since }
        return FailureHistory(
            failure: failure, isRehearsal: part.isMade && places.contains { !$0.firmware.sha256.isEmpty },
            scenario: names[run.scenario], runs: places.reduce(0) { $0 + $1.runs },
            first: run.started, last: places.map(\.last).max() ?? 0, since: firmware,
            trialsBefore: before.reduce(0) { $0 + $1.trials },
            sightings: runs.map { FailureHistory.Sighting(firmware: $0, runs: $1) }.sorted {
                (order[$0.firmware] ?? 0) < (order[$1.firmware] ?? 0)
            },
            folder: run.folder, isFolderThere: RunFolders.holdsRun(run.folder))
    }
}
