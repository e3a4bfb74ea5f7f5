import Ground
import Journal
import Links
import ScenarioKit

/// The step that is being played, and how far it has come.
struct ActiveStep: Sendable {
    enum Phase: Sendable {
        case finding
        case connecting(ConnectProgress)
        case pairing
        case reading(ReadExpectation)
        case disconnecting
        /// Raw messages are written so far apart; the place of the next write among all.
        case sending(next: Int, of: Int, apart: Span)
        case exchanging(ExchangeProgress)
        case stopping
        case walking(WalkProgress)
        /// The stage switches power.
        case powering
        case staying
        case tapping(TapProgress)
        case tag(TagPhase)
        case expecting(Expectation)
        case requiring(Requirement)
        /// Its lanes are being played.
        case joining
        /// It was done as soon as it was asked for.
        case asked
    }

    let step: Step
    let record: StepRecord
    let startedAt: Instant
    /// What had happened when the step began, and what was measured by then.
    let firstOccurrence: EventLog.Mark
    let mark: SampleLog.Mark
    var deadline: Instant
    var phase: Phase
    /// What it waits for while a link is being encrypted; nil while none is.
    var hold: Hold?
    /// How long links were being encrypted while it waited, and what that came to.
    var securing = Span.zero
    var secured: [Measured] = []
}

/// How far connecting has come, in words that say what is missing.
enum ConnectProgress: String, Sendable {
    case searching = "the accessory was not found"
    case found = "the accessory was found and did not accept the connection"
    case connected = "the accessory accepted the connection and did not answer what the data channel asks first"
}

extension ConnectProgress {
    /// The code of a connection that comes no further.
    var code: FailureCode {
        switch self {
        case .searching: "link.notFound"
        case .found: "link.notAccepted"
        case .connected: "link.unanswered"
        }
    }
}

extension ActiveStep.Phase {
    /// The code of a connection that fails.
    var connectCode: FailureCode {
        if case .connecting(let progress) = self { progress.code } else { "link.notFound" }
    }
}

/// How far the exchange of configurations has come: tells what is missing when it does not end.
struct ExchangeProgress: Sendable {
    var hasConfiguration = false
    var hasAnswered = false
    var turnAround: Span?
    /// The shareable configuration data that it was sent, in words.
    var answer: String?
    private(set) var removals = 0
    /// What the attempt before this one was short of: still the answer while this one has come nowhere.
    private var missingBefore: String?
    private var codeBefore: FailureCode?

    var whatIsMissing: String {
        removals == 0 ? missing : "\(missing); it was removed \(removals) times"
    }

    /// What is missing, as a code.
    var code: FailureCode {
        if let codeBefore, !hasConfiguration { return codeBefore }
        if !hasConfiguration { return "exchange.noConfiguration" }
        return hasAnswered ? "session.neverStarted" : "exchange.notAnswered"
    }

    /// An attempt is over; the next one begins from nothing.
    mutating func remove() {
        (missingBefore, codeBefore) = (missing, code)
        (hasConfiguration, hasAnswered) = (false, false)
        removals += 1
    }

    private var missing: String {
        if let missingBefore, !hasConfiguration { return missingBefore }
        if !hasConfiguration { return "no accessory configuration data came" }
        if !hasAnswered { return "the shareable configuration data never left" }
        return "the accessory never said that ranging started" + (answer.map { " upon \($0)" } ?? "")
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
