public import Evidence
import GRDB
public import Journal

/// The answers to all questions about a history, read from the store at one moment, for one page.
public struct HistoryReport: Sendable {
    /// The maximum number of series for which single runs, and quantities, are read.
    static let mostSequences = 60
    static let mostTrends = 400

    public let filter: HistoryFilter
    public let bar: PassThreshold
    /// The groups of runs that fit, in the order of `HistoryGroups`.
    public let groups: [HistoryGroup]
    /// The firmware of these groups, in the order in which they first saw it.
    public let firmwares: [HistoryGroups.SeenFirmware]
    public let gates: [HistoryGate]
    public let flaky: FlakyHistory
    /// The runs of scenarios that failed, in the order of the groups in `flaky`.
    public let sequences: [RunSequence]
    /// The quantities over time, those with the newest runs first, and the number of further ones.
    public let trends: [QuantityTrend]
    public let trendsBesides: Int
    /// The newest firmware compared with the one before it; nil if there are no two.
    public let comparison: FirmwareComparison?

    init(_ database: Database, _ filter: HistoryFilter, _ bar: PassThreshold) throws {
        (self.filter, self.bar) = (filter, bar)
        let all = try HistoryGroups(database)
        groups = all.groups.filter(filter.fits)
        firmwares = HistoryGroups.firmwares(groups)
        gates = all.gates.filter(filter.fits)
        flaky = try FlakyHistory(database, filter, bar)
        var known: Set<[String]> = []
        let failing = flaky.groups.filter { known.insert($0.series).inserted }
        sequences = try failing.prefix(Self.mostSequences).map { try RunSequence(database, of: $0, all.names) }
        let question = try TrendQuestion(database, .largest, QuantityTrend.usualRuns)
        let found = try question.all(filter, most: Self.mostTrends)
        (trends, trendsBesides) = (found.trends, found.besides)
        let everyFirmware = HistoryFilter(scenario: filter.scenario, bench: filter.bench)
        comparison = try Self.newest(all.groups.filter(everyFirmware.fits), filter).map { pair in
            try ComparisonQuestion(database, pair.baseline, pair.candidate).comparison(everyFirmware)
        }
    }

    /// Returns the newest firmware that fits and the one seen before it, on real benches if there are two; otherwise
    /// in rehearsals.
    private static func newest(
        _ groups: [HistoryGroup], _ filter: HistoryFilter
    ) -> (baseline: TestedFirmware, candidate: TestedFirmware)? {
        for isMade in [false, true] {
            let seen = HistoryGroups.firmwares(
                groups.filter { $0.bench.isMade == isMade && !$0.firmware.sha256.isEmpty }
            ).map(\.firmware)
            let candidate = seen.lastIndex { one in filter.firmware.map { HistoryFilter.fits($0, one) } ?? true }
            if let candidate, candidate > 0 { return (seen[candidate - 1], seen[candidate]) }
        }
        return nil
    }
}

/// The runs of one scenario on one bench in the order of time, whatever their firmware.
public struct RunSequence: Sendable {
    public struct Run: Hashable, Sendable {
        /// The run's place in the sequence, counted from 1.
        public let number: Int
        /// The start time, in nanoseconds since 1970.
        public let started: Int64
        public let verdict: VerdictKind
        public let firmware: TestedFirmware
        /// The key of its failure; nil if nothing failed.
        public let failure: String?
    }

    public let scenario: TestedScenario
    public let bench: UsedBench
    /// The number of runs in the sequence, counting each seed once if repeats say nothing new.
    public let count: Int
    /// The newest ones, oldest first.
    public let runs: [Run]

    init(_ database: Database, of group: HistoryGroup, _ names: SharedNames) throws {
        (scenario, bench) = (group.scenario, group.bench)
        let condition =
            "FROM run WHERE scenario = ? AND scenarioHash = ? AND benchFingerprint = ? AND benchVersion = ?"
        let arguments: StatementArguments = [scenario.name, scenario.hash, bench.fingerprint, bench.version]
        // If a seed counts once, all runs are read: its first one may be the oldest of all.
        let rows = try PlayedRun.fetchAll(
            database,
            sql: """
                SELECT \(PlayedRun.columns) \(condition) ORDER BY started DESC, ordinal DESC, manifest DESC LIMIT ?
                """, arguments: arguments + [bench.isDeterministic ? -1 : QuantityTrend.mostRuns])
        let once = bench.eachSeedOnce(rows.reversed(), \.repeated)
        let all =
            bench.isDeterministic
            ? once.count
            : try Int.fetchOne(database, sql: "SELECT count(*) \(condition)", arguments: arguments) ?? 0
        let shown = once.suffix(QuantityTrend.mostRuns)
        count = all
        runs = shown.enumerated().map { place, run in
            Run(
                number: all - shown.count + place + 1, started: run.started, verdict: run.verdict,
                firmware: names[run.firmware], failure: run.failure)
        }
    }
}

extension HistoryStore {
    /// Returns the answers to all questions at once.
    public func report(
        _ filter: HistoryFilter, _ bar: PassThreshold = .usual
    ) throws(CommandError) -> HistoryAnswer<HistoryReport> {
        try ask { database in try HistoryReport(database, filter, bar) }
    }
}
