public import GateKit

/// The options of the command that apply in addition to the plan.
public struct GateOptions: Hashable, Sendable {
    /// Whether matching version strings suffice if no better evidence is available.
    public let acceptClaimed: Bool
    /// Whether a gate with excused failures may pass.
    public let allowQuarantine: Bool
    /// Whether to continue after the first failed proof.
    public let keepGoing: Bool
    /// Whether there is a baseline to compare with.
    public let hasBaseline: Bool
    /// Whether the bench makes its accessories itself, so that no accessory's own firmware runs.
    public let isMade: Bool
    /// The day for which quarantine is judged: the day on which the gate began.
    public let today: CalendarDay

    public init(
        acceptClaimed: Bool = false, allowQuarantine: Bool = false, keepGoing: Bool = false, hasBaseline: Bool = false,
        isMade: Bool = false, today: CalendarDay
    ) {
        self.acceptClaimed = acceptClaimed
        self.allowQuarantine = allowQuarantine
        self.keepGoing = keepGoing
        self.hasBaseline = hasBaseline
        self.isMade = isMade
        self.today = today
    }
}

/// A run to start; its evidence returns as a `GateAttempt` with the same ordinal.
public struct GateTask: Codable, Hashable, Sendable {
    /// The number of the run in the whole gate, baseline included, starting at 1; assigned when the run starts, so
    /// that short runs cannot overtake long ones in the count.
    public let ordinal: Int
    public let side: GateSide
    public let scenario: String
    /// The SHA-256 of the scenario's text, as hexadecimal digits.
    public let scenarioHash: String
    public let seed: UInt64
    /// Whether to power-cycle the accessory before the run and count a new power cycle.
    public let beginsPowerCycle: Bool

    public init(
        ordinal: Int, side: GateSide, scenario: String, scenarioHash: String, seed: UInt64, beginsPowerCycle: Bool
    ) {
        self.ordinal = ordinal
        self.side = side
        self.scenario = scenario
        self.scenarioHash = scenarioHash
        self.seed = seed
        self.beginsPowerCycle = beginsPowerCycle
    }
}

/// The next move of a gate.
public enum GateMove: Hashable, Sendable {
    /// Read the identity of the running firmware and report it to the judge.
    case readIdentity(GateSide)
    /// Record that this run starts, and play it.
    case play(GateTask)
    /// Wait for runs in progress, on which the next move depends.
    case wait
    /// The gate has ended; the outcome is final.
    case ended
}

/// The reason why the judge rejects evidence.
public enum GateRefusal: Error, Hashable, Sendable {
    /// No such run was started.
    case neverStarted(ordinal: Int)
    /// The run already has evidence.
    case alreadyThere(ordinal: Int)
    /// The run was started with another value of this field: scenario, hash, seed or side.
    case otherRun(ordinal: Int, field: String)
    /// The evidence belongs to another run.
    case sameEvidence(ordinal: Int, as: Int)
    /// Tasks must be restored in the order of their ordinals, before anything else.
    case outOfOrder(ordinal: Int)
    /// A value, such as a hash or an ordinal, is invalid.
    case malformed(ordinal: Int, field: String)
}

extension GateRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .neverStarted(let ordinal): "this gate never started a run \(ordinal)"
        case .alreadyThere(let ordinal): "there is evidence of run \(ordinal) already"
        case .otherRun(let ordinal, let field): "run \(ordinal) was started with another \(field)"
        case .sameEvidence(let ordinal, let other): "run \(ordinal) has the evidence of run \(other)"
        case .outOfOrder(let ordinal): "run \(ordinal) does not follow the one before it"
        case .malformed(let ordinal, let field): "run \(ordinal) has no proper \(field)"
        }
    }
}
