import GateKit
import Journal
import Statistics

/// The runs of one scenario on one side, divided into trials, left-out runs and others (gate.md, 1.1 and 1.5).
struct GateTally {
    struct Trial {
        let attempt: GateAttempt
        let isFailure: Bool
    }

    private(set) var trials: [Trial] = []
    private(set) var failures = 0
    private(set) var leftOut: [GateAttempt] = []
    private(set) var notTrials: [(attempt: GateAttempt, reason: GateDocument.NotTrial.Reason)] = []
    /// The number of runs still without evidence.
    var pending = 0
    private var seeds: Set<UInt64> = []

    /// The number of leading trials that no run with missing evidence precedes.
    private(set) var complete = 0

    mutating func add(_ attempt: GateAttempt, notTrial: GateDocument.NotTrial.Reason?) {
        if attempt.isLeftOut {
            leftOut.append(attempt)
        } else if let notTrial {
            notTrials.append((attempt, notTrial))
        } else if attempt.context.stage.isDeterministic, !seeds.insert(attempt.task.seed).inserted {
            notTrials.append((attempt, .sameSeed))
        } else {
            trials.append(Trial(attempt: attempt, isFailure: attempt.isFailure))
            if attempt.isFailure { failures += 1 }
            if pending == 0 { complete = trials.count }
        }
    }

    var rate: FailureRate { FailureRate(failures: failures, trials: trials.count) }

    /// The rate with every left-out run counted as failed.
    var worstRate: FailureRate {
        FailureRate(failures: failures + leftOut.count, trials: trials.count + leftOut.count)
    }

    var attempts: Int { trials.count + leftOut.count + notTrials.count }

    var isSkipped: Bool { leftOut.contains { $0.verdict == .skipped } }

    /// A left-out run without evidence that the rig was at fault; skipped runs need none.
    var unwitnessed: GateAttempt? { leftOut.first { $0.witness == nil && $0.verdict == .error } }

    /// The numbers of distinct power cycles, units and benches of the trials.
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
            let context = trial.attempt.context
            cycles.insert(Cluster(bench: context.bench, unit: context.unit, powerCycle: context.powerCycle))
            units.insert(context.unit)
            benches.insert(context.bench)
        }
        return (cycles.count, units.count, benches.count)
    }

    /// Returns a quantity's value in each trial, +infinity if the event never occurred; nil if no trial measured it in
    /// this unit.
    func values(of quantity: String, in unit: Quantity.WrittenUnit) -> [Double]? {
        var isMeasured = false
        var values: [Double] = []
        for trial in trials {
            let found = trial.attempt.measured.filter { $0.name == quantity }
            if found.contains(where: { $0.unit != unit }) { return nil }
            // One value per run, the largest, because values within a run are not independent.
            let largest = found.map { $0.value.map(Double.init) ?? .infinity }.max()
            if largest != nil { isMeasured = true }
            values.append(largest ?? .infinity)
        }
        return isMeasured ? values : nil
    }
}

extension GateAttempt {
    /// Whether the run says nothing about the accessory. A timeout without a witness may well be the accessory's
    /// fault.
    var isLeftOut: Bool {
        switch verdict {
        case .passed, .failed: false
        case .error, .skipped, .aborted: true
        case .timedOut: witness != nil
        }
    }

    /// Whether the run was played and ended without a verdict, not stopped by a person; too many of these are the
    /// rig's fault.
    var isRigs: Bool { isLeftOut && verdict != .skipped && (verdict != .aborted || witness != nil) }

    var isFailure: Bool { verdict == .failed || verdict == .timedOut && witness == nil }
}
