import Ground
import Journal
import Links
import Phone
import ScenarioKit

/// The result of a step's reaction to an event.
enum Progress {
    case goesOn([DirectorEffect] = [])
    case done([Measured] = [], then: [DirectorEffect] = [])
    case error(RunError)
}

/// A device that must be ready before a step may begin, so that its startup does not count against the accessory.
enum StepNeed: Sendable {
    case nothing
    case kit
    /// The reader must have been ready once; a tag that is only placed or removed shows when the reader is back.
    case readerOnce
    case reader
}

/// A word of a scenario while it is played: how it begins, what it waits for and how it ends.
///
/// A machine requests things by returning effects, and sets the deadline of its step; it completes or fails by what it
/// returns or throws. The director handles the rest: lanes, pairing limits and absent readers.
protocol StepMachine: Sendable {
    var need: StepNeed { get }
    /// The limit set by the scenario.
    var limit: Lapse? { get }
    /// The effects requested at the start.
    var asks: [DirectorEffect] { get }
    /// Returns the longest time that the step may take, given the stage's patience.
    func longest(_ patience: Lapse) -> Lapse
    /// The outcome that the step expects; nil for a step that acts.
    var awaited: Outcome? { get }
    /// Whether the step may take the additional time that the phone's settings give its user.
    var waitsForUser: Bool { get }
    /// Whether the step waits for something that the phone sees only through its reader.
    var waitsForReader: Bool { get }
    /// Returns whether the step waits for the accessory's answer; pairing is limited by its step.
    func waits(for name: AccessoryName) -> Bool
    /// Returns whether the step ends the link.
    func endsLink(to name: AccessoryName) -> Bool
    /// Returns whether the step causes an event, so that `NothingElse` ignores it.
    func bringsAbout(_ event: PhoneEvent) -> Bool
    /// The check to repeat when the enclosing block ends.
    var judgedAgain: LateCheck? { get }
    /// Lanes that are played in place of the step.
    var lanes: [ScenarioKit.Lane] { get }

    /// Updates the window of events that occurred while a person was at a screen and that the next step may still
    /// count; closed by default.
    func pass(on window: inout PersonWindow?, from here: Observations.Mark, _ block: Block, _ seen: Observations)
    /// Sets the deadline and returns the requested effects.
    mutating func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect]
    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// Re-evaluates the state: after the start, and after an event from neither phone nor stage.
    mutating func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// Handles the deadline.
    mutating func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
    /// Records the phone's turnaround from accessory configuration data to shareable configuration data.
    mutating func noteTurnAround(_ span: Lapse)
}

extension StepMachine {
    var need: StepNeed { .nothing }
    var limit: Lapse? { nil }
    var asks: [DirectorEffect] { [] }
    func longest(_ patience: Lapse) -> Lapse { limit ?? .zero }
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

    /// By default, every event of the phone leads to a recount.
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

    mutating func noteTurnAround(_ span: Lapse) {}
}

/// Limits set by the rig itself.
enum Patience {
    /// The delay of a walk's last zone changes after the arrival, due to the smoothing of distances.
    static let settling = Lapse.seconds(3)
    /// The time for a tag in the field to be detected.
    static let detection = Lapse.seconds(5)
    /// The total time for a reader to be usable again after a failure.
    static let readerReturn = Lapse.seconds(20)
    /// The time for which a tag is shown to a phone that does not read tags, to see that nothing follows.
    static let ignoredTag = Lapse.seconds(1)
    /// The extra time for the phone's user beyond the scenario's figure.
    static let user = Lapse.seconds(5)
    /// The time that a program may take for an act before the bench ends it.
    static let program = Lapse.seconds(65)
    /// The time in which a link through a blocked radio ends, or the bench reports that it does not.
    static let silence = Lapse.seconds(40)
    /// The limit for encrypting the link; the protocol itself gives up after 30 s.
    static let securing = Lapse.seconds(10)
}
