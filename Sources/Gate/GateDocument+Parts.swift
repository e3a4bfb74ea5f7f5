public import GateKit
public import Journal

extension GateDocument {
    /// A scenario's runs together, and what each proof of the plan made of them.
    public struct Scenario: Codable, Hashable, Sendable {
        public let name: String
        public let hash: String
        /// The scenario's line.
        public let file: String?
        public let line: Int?
        public let `class`: GateClass
        public let trials: Int
        public let failures: Int
        /// Runs that came to no verdict on the accessory.
        public let leftOut: [LeftOut]
        /// Runs with a verdict that are no trials all the same.
        public let notTrials: [NotTrial]
        /// How many power cycles, units and benches the trials come from.
        public let powerCycles: Int
        public let units: Int
        public let benches: Int
        /// The confidence of the two limits below, in millionths: the highest that a proof asks for.
        public let confidence: Probability
        /// The rate of failures is below this (Clopper-Pearson, one-sided), rounded up to 9 places.
        public let upperLimit: Double
        /// The same with every left-out run counted as failed.
        public let upperLimitWorstCase: Double
        /// Whether the number of runs was fixed beforehand; if not, the limits hold as if it had been.
        public let upperLimitIsExact: Bool
        /// Logarithm of the likelihood ratio of the first sequential proof, to 6 places.
        public let llr: Double?
        /// What all of its proofs came to together.
        public let decision: GateDecision
        public let proofs: [ProofOutcome]
        public let runs: [Run]
        public let failureKeys: [FailureKey]

        public init(
            name: String, hash: String, file: String? = nil, line: Int? = nil, class: GateClass, trials: Int,
            failures: Int, leftOut: [LeftOut] = [], notTrials: [NotTrial] = [], powerCycles: Int, units: Int,
            benches: Int, confidence: Probability, upperLimit: Double, upperLimitWorstCase: Double,
            upperLimitIsExact: Bool, llr: Double? = nil, decision: GateDecision, proofs: [ProofOutcome] = [],
            runs: [Run] = [], failureKeys: [FailureKey] = []
        ) {
            self.name = name
            self.hash = hash
            self.file = file
            self.line = line
            self.class = `class`
            self.trials = trials
            self.failures = failures
            self.leftOut = leftOut
            self.notTrials = notTrials
            self.powerCycles = powerCycles
            self.units = units
            self.benches = benches
            self.confidence = confidence
            self.upperLimit = upperLimit
            self.upperLimitWorstCase = upperLimitWorstCase
            self.upperLimitIsExact = upperLimitIsExact
            self.llr = llr
            self.decision = decision
            self.proofs = proofs
            self.runs = runs
            self.failureKeys = failureKeys
        }
    }

    /// What one proof of the plan came to.
    public struct ProofOutcome: Codable, Hashable, Sendable {
        public let kind: Proof.Kind
        public let decision: GateDecision
        /// Runs wanted at least; of a sequential proof, the fewest that can accept.
        public let runsWanted: Int
        /// What it showed, or why it did not: a sentence without its full stop.
        public let statement: String
        /// The limit of the rate of failures at this proof's own confidence; nil in documents of older programs.
        public let limit: RateLimit?
        /// Logarithm of the likelihood ratio of a sequential proof, to 6 places.
        public let llr: Double?

        public init(
            kind: Proof.Kind, decision: GateDecision, runsWanted: Int, statement: String, limit: RateLimit? = nil,
            llr: Double? = nil
        ) {
            self.kind = kind
            self.decision = decision
            self.runsWanted = runsWanted
            self.statement = statement
            self.limit = limit
            self.llr = llr
        }
    }

    /// A one-sided upper limit of the rate of failures (Clopper-Pearson), rounded up to 9 places.
    public struct RateLimit: Codable, Hashable, Sendable {
        public let confidence: Probability
        public let below: Double
        /// The same with every left-out run counted as failed.
        public let belowInWorstCase: Double
        /// Whether the number of runs was fixed beforehand; if not, the limit holds as if it had been.
        public let isExact: Bool

        public init(confidence: Probability, below: Double, belowInWorstCase: Double, isExact: Bool) {
            self.confidence = confidence
            self.below = below
            self.belowInWorstCase = belowInWorstCase
            self.isExact = isExact
        }
    }

    public struct Run: Codable, Hashable, Sendable {
        public let ordinal: Int
        public let folder: String
        public let manifest: String
        public let verdict: VerdictKind
        public let seed: UInt64

        public init(ordinal: Int, folder: String, manifest: String, verdict: VerdictKind, seed: UInt64) {
            self.ordinal = ordinal
            self.folder = folder
            self.manifest = manifest
            self.verdict = verdict
            self.seed = seed
        }
    }

    /// A run that says nothing about the accessory.
    public struct LeftOut: Codable, Hashable, Sendable {
        public let ordinal: Int
        public let folder: String
        public let verdict: VerdictKind
        public let witness: String?

        public init(ordinal: Int, folder: String, verdict: VerdictKind, witness: String?) {
            self.ordinal = ordinal
            self.folder = folder
            self.verdict = verdict
            self.witness = witness
        }
    }

    /// A run with a verdict that is no trial.
    public struct NotTrial: Codable, Hashable, Sendable {
        public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
            /// The same seed again on a bench where one seed gives one journal.
            case sameSeed
            /// The accessory's own firmware did not run, beside runs where it did.
            case rehearsal
            /// A person answered a prompt, and the plan counts no such run.
            case byOperator
            /// It was not known which firmware ran, before the run or at the next reading after it.
            case identity
        }

        public let ordinal: Int
        public let folder: String
        public let reason: Reason

        public init(ordinal: Int, folder: String, reason: Reason) {
            self.ordinal = ordinal
            self.folder = folder
            self.reason = reason
        }
    }

    /// A way to fail, and how often it was seen.
    public struct FailureKey: Codable, Hashable, Sendable {
        public let key: String
        public let count: Int
        /// The first run that failed so.
        public let firstOrdinal: Int

        public init(key: String, count: Int, firstOrdinal: Int) {
            self.key = key
            self.count = count
            self.firstOrdinal = firstOrdinal
        }
    }

    /// A quantity over a scenario's runs, and the limit that it was held against.
    public struct Quantity: Codable, Hashable, Sendable {
        public let scenario: String
        public let name: String
        public let unit: Vocabulary.Quantity.WrittenUnit
        public let n: Int
        /// How many of the runs never came to a value.
        public let never: Int
        public let statement: String
        public let limit: Int64?
        /// The order statistic, or the shift; nil where it is not finite or where there is none.
        public let value: Int64?
        public let decision: GateDecision

        public init(
            scenario: String, name: String, unit: Vocabulary.Quantity.WrittenUnit, n: Int, never: Int,
            statement: String, limit: Int64?, value: Int64?, decision: GateDecision
        ) {
            self.scenario = scenario
            self.name = name
            self.unit = unit
            self.n = n
            self.never = never
            self.statement = statement
            self.limit = limit
            self.value = value
            self.decision = decision
        }
    }

    /// A failure that did not count, and who answers for it.
    public struct Excuse: Codable, Hashable, Sendable {
        public let scenario: String
        /// nil for whatever fails.
        public let failure: String?
        public let owner: String
        public let reason: String
        public let until: CalendarDay
        /// How many runs failed so.
        public let failures: Int

        public init(
            scenario: String, failure: String?, owner: String, reason: String, until: CalendarDay, failures: Int
        ) {
            self.scenario = scenario
            self.failure = failure
            self.owner = owner
            self.reason = reason
            self.until = until
            self.failures = failures
        }
    }
}
