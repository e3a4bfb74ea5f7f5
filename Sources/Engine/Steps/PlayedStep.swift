import Ground
import Journal
import Links
import ScenarioKit
import Wording

/// The state of a step that is being played, independent of its word.
struct PlayedStep: Sendable {
    let step: Step
    let record: StepRecord
    let startedAt: Instant
    /// The points from which its own checks and those of the enclosing block count.
    let mark: Observations.Mark
    let blockMark: Observations.Mark
    /// All steps of the enclosing block.
    let blockSteps: [Step]
    /// The limit set by the scenario.
    let limit: Lapse?
    var deadline = Instant.never
    /// The time that the rig lost since the step began and by which it extended the deadline.
    var extended = Lapse.zero
    /// The encryption that the step waits for; nil if none is in progress.
    private(set) var hold: Hold?
    /// The total time of encryption while the step waited, and the measurements of it.
    private var securing = Lapse.zero
    private(set) var secured: [Measured] = []

    /// A wait for a link's encryption.
    struct Hold: Sendable {
        let name: AccessoryName
        let since: Instant
        /// The step's deadline before the wait.
        let deadline: Instant
    }

    init(
        _ step: Step, _ record: StepRecord, mark: Observations.Mark, in block: Block, limit: Lapse?, at now: Instant
    ) {
        (self.step, self.record, self.mark, self.limit) = (step, record, mark, limit)
        (blockMark, blockSteps) = (block.mark, block.steps)
        startedAt = now
    }

    /// The step in words.
    var text: String { record.text }

    /// Returns the time that the step has taken, excluding the encryption of links.
    func elapsed(at now: Instant) -> Lapse { now - startedAt - securing }

    func measured(_ what: String, at now: Instant) -> Measured {
        Measured(what, .span(elapsed(at: now)), limit: limit.map { .span($0) })
    }

    /// Returns a failure of this step; the expectation defaults to the step's text.
    func failure(_ code: FailureCode, _ expected: Sentence? = nil, seen: Sentence, _ link: LinkID?) -> StepFailure {
        StepFailure(code: code, expected: expected ?? .told(text), seen: seen, spot: step.spot, link: link)
    }

    // Pairing, and encryption with a stored key, have their own limit. Their time does not count against a step
    // that waits for the accessory.

    mutating func beginHold(for name: AccessoryName, at now: Instant) {
        guard hold == nil, deadline != .never else { return }
        hold = Hold(name: name, since: now, deadline: deadline)
        deadline = now + Patience.securing
    }

    mutating func endHold(for name: AccessoryName, _ what: String, at now: Instant) {
        guard let hold, hold.name == name else { return }
        let span = now - hold.since
        self.hold = nil
        securing = securing + span
        secured.append(Measured(what, .span(span), limit: .span(Patience.securing)))
        deadline = hold.deadline + span
    }
}

/// The active step of a lane, with the machine that plays it.
struct ActiveStep: Sendable {
    var played: PlayedStep
    var machine: any StepMachine

    /// Starts the wait for a link's encryption if the step waits for that accessory.
    mutating func beginHold(for name: AccessoryName, at now: Instant) {
        if machine.waits(for: name) { played.beginHold(for: name, at: now) }
    }
}
