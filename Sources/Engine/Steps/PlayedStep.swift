import Ground
import Journal
import Links
import ScenarioKit
import Wording

/// What the director knows of a step that is being played, whichever word it is.
struct PlayedStep: Sendable {
    let step: Step
    let record: StepRecord
    let startedAt: Instant
    /// Where its own checks begin to count, and where those of the block around it do.
    let mark: Observations.Mark
    let blockMark: Observations.Mark
    /// All steps of that block.
    let blockSteps: [Step]
    /// The limit that the scenario sets.
    let limit: Span?
    var deadline = Instant.never
    /// The time that the rig lost since the step began, and gave back.
    var extended = Span.zero
    /// What it waits for while a link is being encrypted; nil while none is.
    private(set) var hold: Hold?
    /// How long links were being encrypted while it waited, and what that came to.
    private var securing = Span.zero
    private(set) var secured: [Measured] = []

    /// A step that waits until a link is encrypted.
    struct Hold: Sendable {
        let name: AccessoryName
        let since: Instant
        /// The deadline before.
        let deadline: Instant
    }

    init(
        _ step: Step, _ record: StepRecord, mark: Observations.Mark, in block: Block, limit: Span?, at now: Instant
    ) {
        (self.step, self.record, self.mark, self.limit) = (step, record, mark, limit)
        (blockMark, blockSteps) = (block.mark, block.steps)
        startedAt = now
    }

    /// The step in words.
    var text: String { record.text }

    /// How long it has taken, without the time in which a link was being encrypted.
    func elapsed(at now: Instant) -> Span { now - startedAt - securing }

    func measured(_ what: String, at now: Instant) -> Measured {
        Measured(what, .span(elapsed(at: now)), limit: limit.map { .span($0) })
    }

    /// A failure of this step; of the step as it is written where nothing else was expected.
    func failure(_ code: FailureCode, _ expected: Sentence? = nil, seen: Sentence, _ link: LinkID?) -> StepFailure {
        StepFailure(code: code, expected: expected ?? .told(text), seen: seen, spot: step.spot, link: link)
    }

    // Pairing, and encrypting with a stored key, have a time and a limit of their own: no step that waits for an
    // accessory meanwhile pays for them.

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

/// The step at hand of a lane, with the machine that plays it.
struct ActiveStep: Sendable {
    var played: PlayedStep
    var machine: any StepMachine

    /// A link is being encrypted: whoever waits for the accessory waits for that first.
    mutating func beginHold(for name: AccessoryName, at now: Instant) {
        if machine.waits(for: name) { played.beginHold(for: name, at: now) }
    }
}
