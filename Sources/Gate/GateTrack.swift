import GateKit
import Journal
import Statistics

/// A scenario of the gate, with the proofs it needs.
struct GateTrack {
    let scenario: ScenarioFacts
    let proofs: [GateProof]
    /// The known failures that are excused today.
    let quarantine: [QuarantineEntry]
    let spread: Spread
    /// Whether there is a baseline to compare with.
    let hasBaseline: Bool

    /// The smallest number of runs with which its proofs can be shown, on both sides together.
    var fewestRuns: Int {
        // A comparison without a baseline is not shown, and asks for no runs.
        let played = proofs.filter { hasBaseline || !$0.proof.needsBaseline }
        let baseline = played.filter(\.proof.needsBaseline).map(\.fewest).max() ?? 0
        return (played.map(\.fewest).max() ?? 0) + baseline
    }

    var needsBaseline: Bool { proofs.contains { $0.proof.needsBaseline } }

    /// Whether one of its proofs judges failures. Without one, no failure is allowed.
    var judgesFailures: Bool {
        proofs.contains { proof in
            switch proof.proof {
            case .clean, .sequential, .noWorseRate, .smoke: true
            case .limit, .noWorseQuantity: false
            }
        }
    }

    /// Returns whether a failed trial is in quarantine; a run that was cut short never is.
    func excuses(_ trial: GateTally.Trial) -> Bool {
        trial.attempt.verdict == .failed
            && quarantine.contains {
                $0.excuses(scenario: scenario.name, failureKey: trial.attempt.failureKey)
            }
    }

    /// Returns whether every failure so far is excused; true if there is none.
    func excusesAll(_ tally: GateTally) -> Bool {
        tally.trials.allSatisfy { !$0.isFailure || excuses($0) }
    }

    /// The highest confidence that one of its proofs asks for; 95 % without any proof.
    var confidence: Probability { proofs.map(\.confidence).max() ?? .percent(95) }

    /// Whether the number of runs depends on their results.
    var isSequential: Bool { proofs.contains { $0.proof.kind == .sequential } }

    func rulings(_ candidate: GateTally, _ baseline: GateTally) -> [GateRuling] {
        proofs.map { $0.ruling(for: self, candidate, baseline) }
    }
}

/// A proof of the plan, with precomputed values.
struct GateProof {
    let proof: Proof
    /// The test of a sequential proof, with the team's risk divided among all sequential proofs.
    let test: SequentialTest?
    let fixedTrials: Int
    /// The minimum number of trials.
    let fewest: Int

    /// Creates a proof; `shares` is the total number of sequential proofs in the plan.
    init(_ proof: Proof, shares: Int) {
        self.proof = proof
        switch proof {
        case .clean(let below, let confidence):
            test = nil
            fewest = CleanRuns.needed(below: below.value, confidence: confidence.value)
            fixedTrials = fewest
        case .sequential(let good, let bad, let teamRisk, let userRisk):
            // The plan's check has already rejected parameters without a test.
            test = try? SequentialTest(
                good: good.value, bad: bad.value, teamRisk: teamRisk.value / Double(max(1, shares)),
                userRisk: userRisk.value)
            fewest = test?.trialsToAccept(failures: 0) ?? 0
            fixedTrials = test?.fixedPlan?.trials ?? 0
        case .limit(_, let share, let confidence, _, let runs):
            test = nil
            fewest = runs ?? OrderStatistics.needed(for: share.value, confidence: confidence.value)
            fixedTrials = fewest
        case .noWorseRate(_, let runs), .noWorseQuantity(_, _, _, let runs), .smoke(let runs):
            test = nil
            fewest = runs
            fixedTrials = runs
        }
    }

    /// The confidence of the statement, which is also that of the failure rate's limit.
    var confidence: Probability {
        switch proof {
        case .clean(_, let confidence), .limit(_, _, let confidence, _, _): confidence
        case .sequential(_, _, _, let userRisk): Probability(perMillion: 1_000_000 - userRisk.perMillion)
        case .noWorseRate: .percent(97.5)
        case .noWorseQuantity, .smoke: .percent(95)
        }
    }
}

/// The ruling on a proof after the runs so far.
struct GateRuling {
    /// The decision; nil while more runs are needed or awaited.
    var decision: GateDecision?
    /// The number of trials currently needed per side.
    var wanted = 0
    var wantedBaseline = 0
    var statement: String
    /// The p-value of being worse, which is adjusted jointly with others, and whether it may fail the proof.
    var worse: (probability: Double, mayFail: Bool, statement: String)?
    /// The result for a quantity.
    var quantity: GateDocument.Quantity?
    /// The log likelihood ratio.
    var logRatio: Double?
}
