import GateKit
import Journal
import Statistics

/// The runs of one scenario on one side, sorted by what they are: trials, left out, or neither (gate.md, 1.1 and 1.5).
struct GateTally {
    struct Trial {
        let attempt: GateAttempt
        let isFailure: Bool
    }

    private(set) var trials: [Trial] = []
    private(set) var failures = 0
    private(set) var leftOut: [GateAttempt] = []
    private(set) var notTrials: [(attempt: GateAttempt, reason: GateDocument.NotTrial.Reason)] = []
    /// Runs without evidence so far.
    var pending = 0
    private var seeds: Set<UInt64> = []

    /// Whether evidence of a run before was missing when the trial with this place came.
    private(set) var complete = 0

    mutating func add(_ attempt: GateAttempt, notTrial: GateDocument.NotTrial.Reason?) {
        if attempt.isLeftOut {
            leftOut.append(attempt)
        } else if let notTrial {
            notTrials.append((attempt, notTrial))
        } else if attempt.stage.isDeterministic, !seeds.insert(attempt.seed).inserted {
            notTrials.append((attempt, .sameSeed))
        } else {
            trials.append(Trial(attempt: attempt, isFailure: attempt.isFailure))
            if attempt.isFailure { failures += 1 }
            if pending == 0 { complete = trials.count }
        }
    }

    var rate: FailureRate { FailureRate(failures: failures, trials: trials.count) }

    /// With every left-out run counted as failed.
    var worstRate: FailureRate {
        FailureRate(failures: failures + leftOut.count, trials: trials.count + leftOut.count)
    }

    var attempts: Int { trials.count + leftOut.count + notTrials.count }

    var isSkipped: Bool { leftOut.contains { $0.verdict == .skipped } }

    /// The left-out run of which nothing shows that it was the rig's fault; a skipped one needs no more to be said.
    var unwitnessed: GateAttempt? { leftOut.first { $0.witness == nil && $0.verdict == .error } }

    /// Distinct power cycles, units and benches of the trials.
    var clusters: (powerCycles: Int, units: Int, benches: Int) {
        struct Cluster: Hashable {
            let bench: String
            let unit: String
            let powerCycle: Int
        }
        var cycles: Set<Cluster> = []
        var units: Set<String> = []
        var benches: Set<String> = []
        for trial in trials {
            let attempt = trial.attempt
            cycles.insert(Cluster(bench: attempt.bench, unit: attempt.unit, powerCycle: attempt.powerCycle))
            units.insert(attempt.unit)
            benches.insert(attempt.bench)
        }
        return (cycles.count, units.count, benches.count)
    }

    /// A quantity of each trial, +infinity where it never came about; nil where no trial measured it in this unit.
    func values(of quantity: String, in unit: Quantity.WrittenUnit) -> [Double]? {
        var isMeasured = false
        var values: [Double] = []
        for trial in trials {
            let found = trial.attempt.measured.filter { $0.name == quantity }
            if found.contains(where: { $0.unit != unit }) { return nil }
            // One value a run: the slowest, for values inside a run are not independent.
            let largest = found.map { $0.value.map(Double.init) ?? .infinity }.max()
            if largest != nil { isMeasured = true }
            values.append(largest ?? .infinity)
        }
        return isMeasured ? values : nil
    }
}

extension GateAttempt {
    /// Whether it says nothing about the accessory. What timed out without a witness may well be the accessory's fault.
    var isLeftOut: Bool {
        switch verdict {
        case .passed, .failed: false
        case .error, .skipped, .aborted: true
        case .timedOut: witness != nil
        }
    }

    /// Whether it was played and came to no verdict, and no person ended it: too many of these are the rig's fault.
    var isRigs: Bool { isLeftOut && verdict != .skipped && (verdict != .aborted || witness != nil) }

    var isFailure: Bool { verdict == .failed || verdict == .timedOut && witness == nil }
}
