import Ground
import Journal
import Links
import Phone
import ScenarioKit

/// What a step made of something that happened.
enum Progress {
    case goesOn([DirectorEffect] = [])
    case done([Measured] = [], then: [DirectorEffect] = [])
    case error(RunError)
}

/// What must be ready before a step may begin, so that the time it takes to come up is not the accessory's.
enum StepNeed: Sendable {
    case nothing
    case kit
    /// The reader was ready once: what is only put there or taken away shows when it is back.
    case readerOnce
    case reader
}

/// One word of a scenario while it is played: how it begins, what it waits for, how it ends.
///
/// A machine asks for things by the effects that it returns, and sets the deadline of its step; it is done or fails by
/// what it returns or throws. The director sees to the rest: lanes, limits of pairing, readers that are gone.
protocol StepMachine: Sendable {
    var need: StepNeed { get }
    /// The limit that the scenario sets.
    var limit: Span? { get }
    /// What it asks for when it begins.
    var asks: [DirectorEffect] { get }
    /// How long it may take in all, with the patience that the stage takes.
    func longest(_ patience: Span) -> Span
    /// What it expects of everything that happens; nil for what does something.
    var awaited: Outcome? { get }
    /// Whether its user may take the time that the phone's settings say.
    var waitsForUser: Bool { get }
    /// Whether it waits for something that the phone can see with its reader alone.
    var waitsForReader: Bool { get }
    /// Whether the accessory's answer is what it waits for; pairing itself has the limit of its own step.
    func waits(for name: AccessoryName) -> Bool
    /// Whether it takes the link away.
    func endsLink(to name: AccessoryName) -> Bool
    /// Whether an event comes of it, so that it is nothing else.
    func bringsAbout(_ event: PhoneEvent) -> Bool
    /// What is judged once more when the block around it ends.
    var judgedAgain: LateCheck? { get }
    /// Lanes that are played in its place.
    var lanes: [ScenarioKit.Lane] { get }

    /// What the step behind it may still count of what came while a person was at a screen: by default nothing.
    func pass(on window: inout PersonWindow?, from here: Observations.Mark, _ block: Block, _ seen: Observations)
    /// Asks for what it asks for, and sets its deadline.
    mutating func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect]
    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// Looks at what there is: after it has begun, and when something came from neither phone nor stage.
    mutating func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// Its deadline has come.
    mutating func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// How long the phone took from accessory configuration data to shareable configuration data.
    mutating func noteTurnAround(_ span: Span)
}

extension StepMachine {
    var need: StepNeed { .nothing }
    var limit: Span? { nil }
    var asks: [DirectorEffect] { [] }
    func longest(_ patience: Span) -> Span { limit ?? .zero }
    var awaited: Outcome? { nil }
    var waitsForUser: Bool { false }
    var waitsForReader: Bool { false }
    func waits(for name: AccessoryName) -> Bool { false }
    func endsLink(to name: AccessoryName) -> Bool { false }
    func bringsAbout(_ event: PhoneEvent) -> Bool { false }
    var judgedAgain: LateCheck? { nil }
    var lanes: [ScenarioKit.Lane] { [] }
    func pass(on window: inout PersonWindow?, from here: Observations.Mark, _ block: Block, _ seen: Observations) {
        window = nil
    }

    mutating func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        if let limit { step.deadline = now + limit }
        return asks
    }

    /// What counts what happened looks again whenever something happens.
    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { try recount(&step, &seen, at: now) }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { .goesOn() }

    mutating func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { .goesOn() }

    mutating func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { .goesOn() }

    mutating func noteTurnAround(_ span: Span) {}
}

/// Limits that the rig itself sets.
enum Patience {
    /// How long a walk's last zone changes may be late after the arrival, because distances are smoothed.
    static let settling = Span.seconds(3)
    /// How long a tag that is held may take to be noticed.
    static let detection = Span.seconds(5)
    /// What a reader that was in trouble may take in all until it is of use again.
    static let readerReturn = Span.seconds(20)
    /// How long a phone that reads no tags is shown one, to see that nothing comes of it.
    static let ignoredTag = Span.seconds(1)
    /// How much longer than the scenario says the phone's user may take.
    static let user = Span.seconds(5)
    /// How long it may take until the link is encrypted; the protocol itself gives up after 30 s.
    static let securing = Span.seconds(10)
}
