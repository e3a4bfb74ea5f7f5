public import Gate
public import Journal

/// All runs of one scenario with one firmware on one bench.
public struct HistoryGroup: Hashable, Sendable {
    /// How many runs came to a verdict.
    struct Count: Hashable {
        var runs = 0
        /// Those of them that are no trials: their seed had been played before on a bench where that says nothing new.
        var repeats = 0
    }

    public let scenario: TestedScenario
    public let firmware: TestedFirmware
    public let bench: UsedBench
    /// The weakest of all its runs, as it was told.
    var weakest: String
    var counts: [VerdictKind: Count] = [:]
    /// When the first run and the last one began, in nanoseconds since 1970.
    public internal(set) var first = Int64.max
    public internal(set) var last = Int64.min

    init(scenario: TestedScenario, firmware: TestedFirmware, bench: UsedBench, identity: String) {
        (self.scenario, self.firmware, self.bench, weakest) = (scenario, firmware, bench, identity)
    }

    /// Whether the runs name a firmware that did not run: they show nothing of it.
    public var isRehearsal: Bool { !firmware.sha256.isEmpty && bench.isMade }

    /// How far the firmware's identity is shown: the weakest of all its runs; `none` in rehearsals.
    public var identity: String { StoreCodes.shown(weakest, isRehearsal: isRehearsal) }

    /// How many runs ended so, repeats among them.
    public func runs(_ verdict: VerdictKind) -> Int { counts[verdict]?.runs ?? 0 }

    /// Runs that passed or failed, each seed once where more say nothing new.
    public var trials: Int { [.passed, .failed].reduce(0) { $0 + count($1) } }
    public var failures: Int { count(.failed) }
    /// Runs that are no trials because their seed was played before.
    public var repeats: Int { counts.values.reduce(0) { $0 + $1.repeats } }
    /// Runs that say nothing about the accessory, but were begun: errors, and those that took too long.
    public var leftOut: Int { runs(.error) + runs(.timedOut) + runs(.aborted) }

    private func count(_ verdict: VerdictKind) -> Int { counts[verdict].map { $0.runs - $0.repeats } ?? 0 }

    /// Below which rate the failures are, with the bar's confidence (Clopper-Pearson, one-sided).
    public func upperLimit(_ bar: PassBar) -> Double {
        HistoryFigures.upperLimit(failures: failures, trials: trials, confidence: bar.confidence)
    }

    /// The same with every left-out run counted as failed.
    public func upperLimitWorstCase(_ bar: PassBar) -> Double {
        HistoryFigures.upperLimit(
            failures: failures + leftOut, trials: trials + leftOut, confidence: bar.confidence)
    }

    /// What its runs look like together (gate.md, 3.2): a mixture is flaky, however few failed.
    public func outcome(_ bar: PassBar) -> GateClass { outcome(bar, upperLimit: upperLimit(bar)) }

    /// The same where the upper limit is known, or is not to be computed in vain.
    func outcome(_ bar: PassBar, upperLimit: @autoclosure () -> Double) -> GateClass {
        guard trials > 0 else { return .unproved }
        guard failures == 0 else { return failures == trials ? .failed : .flaky }
        return upperLimit() <= bar.rate ? .passed : .unproved
    }
}

/// From when on a scenario without a failure is called passed: it fails in fewer runs than this rate.
public struct PassBar: Hashable, Sendable {
    public let rate: Double
    public let confidence: Double

    public init(rate: Double, confidence: Double) { (self.rate, self.confidence) = (rate, confidence) }

    /// Fewer than 5 % of runs, with 95 % confidence: 59 clean runs.
    public static let usual = PassBar(rate: 0.05, confidence: 0.95)
}
