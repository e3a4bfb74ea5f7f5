public import Evidence
import GRDB
import Gate
import Journal

/// A way to fail: where it was seen first, how often, and with which firmware.
///
/// What benches show that make the accessory themselves is told apart: it dates nothing of a firmware.
public struct FailureHistory: Hashable, Sendable {
    /// How often it was seen with one firmware.
    public struct Sighting: Hashable, Sendable {
        public let firmware: TestedFirmware
        public let runs: Int
    }

    public let failure: SeenFailure
    /// Whether its runs name firmware that did not run.
    public let isRehearsal: Bool
    public let scenario: TestedScenario
    public let runs: Int
    /// When the first run and the last one began that failed so, in nanoseconds since 1970.
    public let first: Int64
    public let last: Int64
    /// The firmware of the first one.
    public let since: TestedFirmware
    /// How many trials of the scenario there were with firmware that was seen earlier, none of which failed so.
    public let trialsBefore: Int
    /// In the order in which the firmware was first seen.
    public let sightings: [Sighting]
    /// The folder of the first run, and whether it is still there.
    public let folder: String
    public let isFolderThere: Bool
}

/// What is not always the same in a store: scenarios that pass and fail, ways to fail, and the rig's own faults.
public struct FlakyHistory: Sendable {
    /// A scenario on a bench, with all firmware together, of which too many runs say nothing about the accessory.
    public struct RigFlakiness: Hashable, Sendable {
        public let scenario: TestedScenario
        public let bench: UsedBench
        public let attempts: Int
        public let leftOut: Int
    }

    /// So many ways to fail at most are told.
    public static let mostFailures = 500
    /// From so many attempts on, and from more than this share, the rig has a fault of its own (gate.md, 3.2).
    public static let attempts = 100
    public static let leftOutPermille = 50

    /// Those with failures: flaky ones before those that always fail, then by the share of failures.
    public let groups: [HistoryGroup]
    /// The newest first.
    public let failures: [FailureHistory]
    /// How many ways to fail are not told.
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

    /// A failing group's place among all, with what decides on its order: looked up once for each.
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
    /// What passes and fails, and every way to fail with its first run.
    public func flaky(
        _ filter: HistoryFilter, _ bar: PassBar = .usual
    ) throws(CommandTrouble) -> HistoryAnswer<FlakyHistory> {
        try ask { database in try FlakyHistory(database, filter, bar) }
    }
}
