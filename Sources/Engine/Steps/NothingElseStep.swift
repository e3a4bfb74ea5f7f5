import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `NothingElse`: nothing happens in its block except the events that the block's other words expect or cause.
struct NothingElseStep: StepMachine {
    let span: Lapse
    private var check: NothingElseCheck?

    init(span: Lapse) { self.span = span }

    func longest(_ patience: Lapse) -> Lapse { span }
    var judgedAgain: LateCheck? { check.map { .nothingElse($0) } }

    mutating func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        check = seen.events.plan(of: step.blockSteps).map { plan in
            NothingElseCheck(plan: plan, expected: .told(step.text), spot: step.step.spot, cause: step.step.cause)
        }
        step.deadline = now + span
        return []
    }

    func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if let check { try seen.refuseOthers(check, since: step.blockMark) }
        return .goesOn()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if let check { try seen.judge(.nothingElse(check), since: step.blockMark, looking: step.mark, at: now) }
        seen.noteCheck()
        return .done()
    }
}

/// The check of a block with `NothingElse`, in force until the block ends.
struct NothingElseCheck: Hashable, Sendable {
    /// The index of the block's plan in the event log.
    let plan: Int
    let expected: Sentence
    let spot: SourceSpot
    let cause: Meaning?
}
