import Ground
import Journal
import Links
import ScenarioKit

/// The step that is being played, and how far it has come.
struct ActiveStep: Sendable {
    enum Phase: Sendable {
        case connecting(ConnectProgress)
        case exchanging(ExchangeProgress)
        case walking(WalkProgress)
        case staying
        case tapping(TapProgress)
        case expecting(Expectation)
        case stopping
        case disconnecting
    }

    let step: Step
    let record: StepRecord
    let startedAt: Instant
    /// How many occurrences there were when the step began.
    let firstOccurrence: Int
    var deadline: Instant
    var phase: Phase
}

/// How far connecting has come, in words that say what is missing.
enum ConnectProgress: String, Sendable {
    case searching = "the accessory was not found"
    case found = "the accessory was found and did not accept the connection"
    case connected = "the accessory accepted the connection and did not answer what the data channel asks first"
}

/// How far the exchange of configurations has come: tells what is missing when it does not end.
struct ExchangeProgress: Sendable {
    var hasConfiguration = false
    var hasAnswered = false
    var turnAround: Span?
    private(set) var removals = 0
    /// What the attempt before this one was short of: still the answer while this one has come nowhere.
    private var missingBefore: String?

    var whatIsMissing: String {
        removals == 0 ? missing : "\(missing); it was removed \(removals) times"
    }

    /// An attempt is over; the next one begins from nothing.
    mutating func remove() {
        missingBefore = missing
        (hasConfiguration, hasAnswered) = (false, false)
        removals += 1
    }

    private var missing: String {
        if let missingBefore, !hasConfiguration { return missingBefore }
        if !hasConfiguration { return "no accessory configuration data came" }
        if !hasAnswered { return "the shareable configuration data never left" }
        return "the accessory never said that ranging started"
    }
}

/// How far a walk has come.
struct WalkProgress: Sendable {
    let course: Course
    var crossed: [Measured] = []
    var rounds = 0
    var measurements = 0
    var hasArrived = false

    var nextCrossing: Crossing? { course.crossings.dropFirst(crossed.count).first }
}

/// How far a tap has come.
struct TapProgress: Sendable {
    enum Stage: Sendable {
        case presenting
        case reading
        /// The phone has decided; other checks of the tap may still wait.
        case decided
        case removing
    }

    let tag: TagName
    let checks: [Expectation]
    var stage = Stage.presenting
    var detectedAt: Instant?
    var wasDetectedIn: Span?
    var measured: [Measured] = []
}

/// A block of steps: the scenario itself, `Losing`, or one `Repeat`.
struct Block: Sendable {
    enum Kind: Sendable {
        case scenario
        case losing(MessageName, times: Int, spot: SourceSpot)
        case round(roundsLeft: Int)
    }

    let kind: Kind
    let steps: [Step]
    var next = 0
    /// How many occurrences there were when the block began: expectations in it count from there.
    let firstOccurrence: Int
    /// Exact expectations, looked at again when the block ends.
    var judgedAgain: [Expectation] = []
}
