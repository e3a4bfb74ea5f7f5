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

    init(_ database: Database, _ filter: HistoryFilter, _ bar: PassThreshold) throws {
        let all = try HistoryGroups(database)
        let chosen = all.groups.filter(filter.fits)
        groups = Self.failing(chosen, bar)
        rig = Self.rig(chosen)
        let failures = try FailureSightings(database, all).histories(filter)
        self.failures = Array(failures.prefix(Self.mostFailures))
        failuresBesides = failures.count - self.failures.count
    }

    private static func failing(_ groups: [HistoryGroup], _ bar: PassThreshold) -> [HistoryGroup] {
        groups.filter { $0.failures > 0 }.sorted { one, other in
            let isFlaky = one.outcome(bar) == .flaky
            guard isFlaky == (other.outcome(bar) == .flaky) else { return isFlaky }
            let (left, right) = (one.failures * other.trials, other.failures * one.trials)
            return left == right ? one.scenario.name < other.scenario.name : left > right
        }
    }

    private static func rig(_ groups: [HistoryGroup]) -> [RigFlakiness] {
        let series = Dictionary(grouping: groups, by: \.series)
        return groups.compactMap { group in
            // Each series is listed where its first group is.
            guard let all = series[group.series], all.first == group else { return nil }
            let leftOut = all.reduce(0) { $0 + $1.leftOut }
            let played = all.reduce(leftOut) { $0 + $1.runs(.passed) + $1.runs(.failed) }
            guard played >= attempts, leftOut * 1000 > leftOutPermille * played else { return nil }
            return RigFlakiness(scenario: group.scenario, bench: group.bench, attempts: played, leftOut: leftOut)
        }
    }
}

extension HistoryStore {
    /// Returns flaky and failing scenarios, and every distinct failure with its first run.
    public func flaky(
        _ filter: HistoryFilter, _ bar: PassThreshold = .usual
    ) throws(CommandError) -> HistoryAnswer<FlakyHistory> {
        try ask { database in try FlakyHistory(database, filter, bar) }
    }
}
