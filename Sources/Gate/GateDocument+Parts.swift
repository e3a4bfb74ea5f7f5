public import GateKit
public import Journal

extension GateDocument {
    /// The runs of a scenario, with the results of the plan's proofs.
    public struct Scenario: Codable, Hashable, Sendable {
        public let name: String
        public let hash: String
        /// The source location of the scenario.
        public let file: String?
        public let line: Int?
        public let `class`: GateClass
        public let trials: Int
        public let failures: Int
        /// The runs without a verdict on the accessory.
        public let leftOut: [Omitted]
        /// The runs with a verdict that are nevertheless not trials.
        public let notTrials: [NotTrial]
        /// The numbers of power cycles, units and benches that the trials come from.
        public let powerCycles: Int
        public let units: Int
        public let benches: Int
        /// The confidence of the two limits below, in millionths: the highest that any proof asks for.
        public let confidence: Probability
        /// The upper limit of the failure rate (Clopper-Pearson, one-sided), rounded up to 9 places.
        public let upperLimit: Double
        /// The same limit with every left-out run counted as failed.
        public let upperLimitWorstCase: Double
        /// Whether the number of runs was fixed in advance; if not, the limits are calculated as if it had been.
        public let upperLimitIsExact: Bool
        /// The log likelihood ratio of the first sequential proof, to 6 places.
        public let llr: Double?
        /// The combined decision of all its proofs.
        public let decision: GateDecision
        public let proofs: [ProofOutcome]
        public let runs: [Run]
        public let failureKeys: [FailureKey]

        public init(
            name: String, hash: String, file: String? = nil, line: Int? = nil, class: GateClass, trials: Int,
            failures: Int, leftOut: [Omitted] = [], notTrials: [NotTrial] = [], powerCycles: Int, units: Int,
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

    /// The result of one proof of the plan.
    public struct ProofOutcome: Codable, Hashable, Sendable {
        public let kind: Proof.Kind
        public let decision: GateDecision
        /// The minimum number of runs; for a sequential proof, the smallest number that can accept.
        public let runsWanted: Int
        /// The statement that was or was not shown, without a final full stop.
        public let statement: String
        /// The limit of the failure rate at this proof's own confidence.
        public let limit: RateLimit
        /// The log likelihood ratio of a sequential proof, to 6 places.
        public let llr: Double?

        public init(
            kind: Proof.Kind, decision: GateDecision, runsWanted: Int, statement: String, limit: RateLimit,
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

    /// A one-sided upper limit of the failure rate (Clopper-Pearson), rounded up to 9 places.
    public struct RateLimit: Codable, Hashable, Sendable {
        public let confidence: Probability
        public let below: Double
        /// The same limit with every left-out run counted as failed.
        public let belowInWorstCase: Double
        /// Whether the number of runs was fixed in advance; if not, the limit is calculated as if it had been.
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
    public struct Omitted: Codable, Hashable, Sendable {
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

    /// A run with a verdict that is not a trial.
    public struct NotTrial: Codable, Hashable, Sendable {
        public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
            /// The seed was used before on a bench where one seed gives one journal.
            case sameSeed
            /// The accessory's own firmware did not run, although it did in other runs.
            case rehearsal
            /// A person answered a prompt, and the plan excludes such runs.
            case byOperator
            /// The firmware's identity was not established, before the run or at the next reading after it.
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

    /// A kind of failure with its number of occurrences.
    public struct FailureKey: Codable, Hashable, Sendable {
        public let key: String
        public let count: Int
        /// The first run that failed like this.
        public let firstOrdinal: Int
        /// The number of those that assume that a device of the rig can hear; nil for none.
        public let assumed: Int?

        public init(key: String, count: Int, firstOrdinal: Int, assumed: Int? = nil) {
            self.key = key
            self.count = count
            self.firstOrdinal = firstOrdinal
            self.assumed = assumed
        }
    }

    /// A quantity over a scenario's runs, with its limit.
    public struct Quantity: Codable, Hashable, Sendable {
        public let scenario: String
        public let name: String
        public let unit: Vocabulary.Quantity.WrittenUnit
        public let n: Int
        /// The number of runs without a value.
        public let never: Int
        public let statement: String
        public let limit: Int64?
        /// The order statistic or the shift; nil if it is not finite or does not exist.
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

    /// A failure that was excused, with the person responsible for it.
    public struct Excuse: Codable, Hashable, Sendable {
        public let scenario: String
        /// The failure key; nil for any failure.
        public let failure: String?
        public let owner: String
        public let reason: String
        public let until: CalendarDay
        /// The number of runs that failed like this.
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

extension GateDocument.Scenario {
    /// The number of failures that assume that a device of the rig can hear, because no reference showed it.
    public var assumedFailures: Int { failureKeys.reduce(0) { $0 + ($1.assumed ?? 0) } }
}
