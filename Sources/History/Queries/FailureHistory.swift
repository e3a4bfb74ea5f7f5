public import Evidence
import GRDB
import Gate
import Journal

/// A distinct failure: where it was first seen, how often, and with which firmware.
///
/// Failures on benches that provide the accessory themselves are listed separately, because they do not date a
/// firmware.
public struct FailureHistory: Hashable, Sendable {
    /// The number of times it was seen with one firmware.
    public struct Sighting: Hashable, Sendable {
        public let firmware: TestedFirmware
        public let runs: Int
    }

    public let failure: SeenFailure
    /// Whether its runs name firmware that did not run.
    public let isRehearsal: Bool
    public let scenario: TestedScenario
    public let runs: Int
    /// The start times of the first and the last run with this failure, in nanoseconds since 1970.
    public let first: Int64
    public let last: Int64
    /// The firmware of the first one.
    public let since: TestedFirmware
    /// The number of trials of the scenario with firmware seen earlier, none of which failed in this way.
    public let trialsBefore: Int
    /// In the order in which the firmware was first seen.
    public let sightings: [Sighting]
    /// The folder of the first run, and whether it still exists.
    public let folder: String
    public let isFolderThere: Bool
}

/// The inconsistent results in a store: scenarios that pass and fail, distinct failures, and faults of the rig itself.
public struct FlakyHistory: Sendable {
    /// A scenario on a bench, over all firmware, with too many runs that say nothing about the accessory.
    public struct RigFlakiness: Hashable, Sendable {
        public let scenario: TestedScenario
        public let bench: UsedBench
        public let attempts: Int
        public let leftOut: Int
    }

    /// The maximum number of distinct failures listed.
    public static let mostFailures = 500
    /// With at least this many attempts, and more than this share without a result, the rig itself is at fault
    /// (gate.md, 3.2).
    public static let attempts = 100
    public static let leftOutPermille = 50

    /// The groups with failures: flaky ones before those that always fail, then by the share of failures.
    public let groups: [HistoryGroup]
    /// The distinct failures, newest first.
    public let failures: [FailureHistory]
    /// The number of distinct failures that are not listed.
    public let failuresBesides: Int
    public let rig: [RigFlakiness]

    init(_ database: Database, _ filter: HistoryFilter, _ bar: PassBar) throws {
        var contents = try StoreContents(database)
        try contents.readPlaces(database)
        let all = try HistoryGroups(database, contents)
        let chosen = all.groups.filter(filter.fits)
        groups = Self.failing(chosen, bar)
        rig = Self.rig(chosen)
        let failures = try FailureSightings(database, contents, all).histories(filter)
        self.failures = Array(failures.prefix(Self.mostFailures))
        failuresBesides = failures.count - self.failures.count
    }

    /// The rank of a failing group, with the values that determine it, each looked up once.
    private struct Rank {
        let place: Int
        let isFlaky: Bool
        let failures: Int
        let trials: Int
    }

    private static func failing(_ groups: [HistoryGroup], _ bar: PassBar) -> [HistoryGroup] {
        var ranks: [Rank] = []
        for (place, group) in groups.enumerated() where group.failures > 0 {
            ranks.append(
                Rank(
                    place: place, isFlaky: group.outcome(bar) == .flaky, failures: group.failures,
                    trials: group.trials))
        }
        ranks.sort { one, other in
            guard one.isFlaky == other.isFlaky else { return one.isFlaky }
            let (left, right) = (one.failures * other.trials, other.failures * one.trials)
            guard left == right else { return left > right }
            return groups[one.place].scenario.name < groups[other.place].scenario.name
        }
        return ranks.map { groups[$0.place] }
    }

    private static func rig(_ groups: [HistoryGroup]) -> [RigFlakiness] {
        struct Key: Hashable {
            let scenario: TestedScenario
            let bench: UsedBench
        }
        var order: [Key] = []
        var counts: [Key: (attempts: Int, leftOut: Int)] = [:]
        for group in groups {
            let key = Key(scenario: group.scenario, bench: group.bench)
            if counts[key] == nil { order.append(key) }
            let known = counts[key] ?? (0, 0)
            let played = group.runs(.passed) + group.runs(.failed)
            counts[key] = (known.attempts + played + group.leftOut, known.leftOut + group.leftOut)
        }
        return order.compactMap { key in
            guard let count = counts[key], count.attempts >= attempts,
                count.leftOut * 1000 > leftOutPermille * count.attempts
            else { return nil }
            return RigFlakiness(
                scenario: key.scenario, bench: key.bench, attempts: count.attempts, leftOut: count.leftOut)
        }
    }
}

extension HistoryStore {
    /// Returns flaky and failing scenarios, and every distinct failure with its first run.
    public func flaky(
        _ filter: HistoryFilter, _ bar: PassBar = .usual
    ) throws(CommandTrouble) -> HistoryAnswer<FlakyHistory> {
        try ask { database in try FlakyHistory(database, filter, bar) }
    }
}
