import GateKit
import Journal
import Statistics

/// A scenario of the gate, and what must be shown of it.
struct GateTrack {
    let scenario: ScenarioFacts
    let proofs: [GateProof]
    /// What is known to fail, and excused today.
    let quarantine: [QuarantineEntry]
    let spread: Spread
    /// There is something to compare with.
    let hasBaseline: Bool

    var needsBaseline: Bool { proofs.contains { $0.proof.needsBaseline } }

    /// Whether one of its proofs speaks of failures. Without one, no failure is allowed for.
    var judgesFailures: Bool {
        proofs.contains { proof in
            switch proof.proof {
            case .clean, .sequential, .noWorseRate, .smoke: true
            case .limit, .noWorseQuantity: false
            }
        }
    }

    /// Whether a failed trial is one that somebody answers for; a run that was cut short never is.
    func excuses(_ trial: GateTally.Trial) -> Bool {
        trial.attempt.verdict == .failed
            && quarantine.contains {
                $0.excuses(scenario: scenario.name, failureKey: trial.attempt.failureKey)
            }
    }

    /// Whether every failure so far is excused; true without any.
    func excusesAll(_ tally: GateTally) -> Bool {
        tally.trials.allSatisfy { !$0.isFailure || excuses($0) }
    }

    /// The highest confidence that one of its proofs asks for; 95 % without any.
    var confidence: Probability { proofs.map(\.confidence).max() ?? .percent(95) }

    /// Whether the number of runs follows from what they came to.
    var isSequential: Bool { proofs.contains { $0.proof.kind == .sequential } }

    func rulings(_ candidate: GateTally, _ baseline: GateTally) -> [GateRuling] {
        proofs.map { $0.ruling(for: self, candidate, baseline) }
    }
}

/// A proof of the plan, with all that need be computed once only.
struct GateProof {
    let proof: Proof
    /// Of a sequential proof, with the team's risk divided among all of them.
    let test: SequentialTest?
    let fixedTrials: Int
    /// How many trials it takes at least.
    let fewest: Int

    /// `shares` is how many sequential proofs the plan has in all.
    init(_ proof: Proof, shares: Int) {
        self.proof = proof
        switch proof {
        case .clean(let below, let confidence):
            test = nil
            fewest = CleanRuns.needed(below: below.value, confidence: confidence.value)
            fixedTrials = fewest
        case .sequential(let good, let bad, let teamRisk, let userRisk):
            // The plan's check has refused what is no test.
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

    /// The confidence of what it shows: that of the limit of the rate of failures beside it, too.
    var confidence: Probability {
        switch proof {
        case .clean(_, let confidence), .limit(_, _, let confidence, _, _): confidence
        case .sequential(_, _, _, let userRisk): Probability(perMillion: 1_000_000 - userRisk.perMillion)
        case .noWorseRate: .percent(97.5)
        case .noWorseQuantity, .smoke: .percent(95)
        }
    }
}

/// What a proof has come to with the runs so far.
struct GateRuling {
    /// Nil while more runs are wanted, or awaited.
    var decision: GateDecision?
    /// How many trials a side are wanted at present.
    var wanted = 0
    var wantedBaseline = 0
    var statement: String
    /// The p-value of being worse, of which several are adjusted together, and whether it may fail the proof.
    var worse: (probability: Double, mayFail: Bool, statement: String)?
    /// What was found of a quantity.
    var quantity: GateDocument.Quantity?
    /// Logarithm of the likelihood ratio.
    var logRatio: Double?
}
