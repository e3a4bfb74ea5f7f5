public import GateKit

/// What the command says beside the plan.
public struct GateOptions: Hashable, Sendable {
    /// Version strings that agree are enough where nothing better is known.
    public let acceptClaimed: Bool
    /// A gate with excused failures may pass.
    public let allowQuarantine: Bool
    /// Plays on after the first failed proof.
    public let keepGoing: Bool
    /// There is a baseline to compare with.
    public let hasBaseline: Bool
    /// The bench makes its accessories itself: no accessory's own firmware runs there.
    public let isMade: Bool
    /// The day on which quarantine is judged: that on which the gate began.
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

/// A run that is to be started: its evidence comes back as a `GateAttempt` of the same ordinal.
public struct GateTask: Codable, Hashable, Sendable {
    public let ordinal: Int
    public let side: GateSide
    public let scenario: String
    public let scenarioHash: String
    public let seed: UInt64
    /// Switch the accessory off and on before it, and count a new power cycle.
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

/// What a gate wants next.
public enum GateMove: Hashable, Sendable {
    /// Read which firmware runs, and tell the judge.
    case readIdentity(GateSide)
    /// Record that this run starts, and play it.
    case play(GateTask)
    /// Wait for runs that have been started: what comes next depends on them.
    case wait
    /// Nothing more: the outcome stands.
    case ended
}

/// Evidence that is none of this gate's.
public enum GateRefusal: Error, Hashable, Sendable {
    /// No such run was started.
    case neverStarted(ordinal: Int)
    /// There is evidence of that run already.
    case alreadyThere(ordinal: Int)
    /// The run was started with another scenario, hash, seed or side: which of them.
    case otherRun(ordinal: Int, field: String)
    /// The evidence is that of another run.
    case sameEvidence(ordinal: Int, as: Int)
    /// Tasks are taken up again in the order of their ordinals, before anything else.
    case outOfOrder(ordinal: Int)
    /// A value is not what it must be: a hash, an ordinal.
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
