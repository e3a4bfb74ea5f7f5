public import Gate
import GateKit
public import Journal

/// All runs of one scenario with one firmware on one bench.
public struct HistoryGroup: Hashable, Sendable {
    /// The number of runs with a verdict.
    struct Count: Hashable {
        var runs = 0
        /// The number of those that are trials: others repeat a seed on a bench where that says nothing new.
        var trials = 0
    }

    public let scenario: TestedScenario
    public let firmware: TestedFirmware
    public let bench: UsedBench
    /// The weakest identity level of all its runs, as reported.
    private var weakest: IdentityLevel
    private(set) var counts: [VerdictKind: Count] = [:]
    /// The start times of the first and the last run, in nanoseconds since 1970.
    public private(set) var first = Int64.max
    public private(set) var last = Int64.min

    init(scenario: TestedScenario, firmware: TestedFirmware, bench: UsedBench, identity: IdentityLevel) {
        (self.scenario, self.firmware, self.bench, weakest) = (scenario, firmware, bench, identity)
    }

    mutating func add(_ row: CountedRuns, _ level: IdentityLevel) {
        counts[row.verdict, default: Count()].runs += row.runs
        counts[row.verdict, default: Count()].trials += row.trials
        (weakest, first, last) = (min(weakest, level), min(first, row.first), max(last, row.last))
    }

    /// Identifies the scenario's content and the bench, whatever the firmware.
    var series: [String] { [scenario.name, scenario.hash, bench.name, bench.fingerprint, bench.version] }

    /// Whether the runs name a firmware that did not run, so that they show nothing about it.
    public var isRehearsal: Bool { !firmware.sha256.isEmpty && bench.isMade }

    /// The identity level of the firmware: the weakest of all its runs; `none` in rehearsals.
    public var identity: String { IdentityLevel.shown(weakest.rawValue, isRehearsal: isRehearsal) }

    /// Returns the number of runs with this verdict, including repeats.
    public func runs(_ verdict: VerdictKind) -> Int { counts[verdict]?.runs ?? 0 }

    /// The number of runs that passed or failed, counting each seed once if repeats say nothing new.
    public var trials: Int { trials(.passed) + trials(.failed) }
    public var failures: Int { trials(.failed) }
    /// The number of runs that are not trials because their seed was played before.
    public var repeats: Int { counts.values.reduce(0) { $0 + $1.runs - $1.trials } }
    /// The number of runs that were begun but say nothing about the accessory: errors, aborted runs, and those that
    /// took too long.
    public var leftOut: Int { runs(.error) + runs(.timedOut) + runs(.aborted) }

    private func trials(_ verdict: VerdictKind) -> Int { counts[verdict]?.trials ?? 0 }

    /// Returns the upper limit of the failure rate, with the bar's confidence (Clopper-Pearson, one-sided).
    public func upperLimit(_ bar: PassThreshold) -> Double {
        HistoryFigures.upperLimit(failures: failures, trials: trials, confidence: bar.confidence)
    }

    /// Returns the same limit with every left-out run counted as failed.
    public func worstCase(_ bar: PassThreshold) -> Double {
        HistoryFigures.upperLimit(failures: failures + leftOut, trials: trials + leftOut, confidence: bar.confidence)
    }

    /// Returns the class of its runs (gate.md, 3.2): a mixture is flaky, however few failed.
    public func outcome(_ bar: PassThreshold) -> GateClass {
        guard trials > 0 else { return .unproved }
        guard failures == 0 else { return failures == trials ? .failed : .flaky }
        return upperLimit(bar) <= bar.rate ? .passed : .unproved
    }
}

/// The threshold for calling a scenario without a failure passed: it must fail in fewer runs than this rate.
public struct PassThreshold: Hashable, Sendable {
    public let rate: Double
    public let confidence: Double

    public init(rate: Double, confidence: Double) { (self.rate, self.confidence) = (rate, confidence) }

    /// Fewer than 5 % of runs, with 95 % confidence: 59 clean runs.
    public static let usual = PassThreshold(rate: 0.05, confidence: 0.95)
}
