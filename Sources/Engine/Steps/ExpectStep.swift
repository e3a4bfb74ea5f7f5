import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Expect`: waits until what its block has seen meets the count, or whether it still does after a length of time.
///
/// `Await` does the same with what happens after it has begun.
struct ExpectStep: StepMachine {
    let expectation: Expectation
    /// Whether it counts from its own beginning, and is over with it.
    var isOnItsOwn = false

    var limit: Span? { expectation.within }
    var awaited: Outcome? { expectation.outcome }
    func waits(for name: AccessoryName) -> Bool {
        expectation.lasting == nil && expectation.outcome.accessories.contains(name)
    }
    var judgedAgain: LateCheck? {
        expectation.count.isJudgedAgainAtTheEnd && !isOnItsOwn ? .expect(expectation) : nil
    }

    /// What has to be waited for is later than all that came before.
    func pass(on window: inout PersonWindow?, from here: Observations.Mark, _ block: Block, _ seen: Observations) {
        let isOver =
            isOnItsOwn
            ? window?.pass(expectation, in: seen.events) != true
            : expectation.lasting != nil
                || !expectation.count.isMet(by: seen.count(expectation.outcome, since: block.mark))
        if isOver { window = nil }
    }

    func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let mark = isOnItsOwn ? step.mark : step.blockMark
        let events = seen.count(expectation.outcome, since: mark)
        if expectation.count.isExceeded(by: events) { throw seen.mismatch(expectation, events, since: mark) }
        guard expectation.lasting == nil, expectation.count.isMet(by: events) else { return .goesOn() }
        seen.noteCheck()
        return .done()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let mark = isOnItsOwn ? step.mark : step.blockMark
        let events = seen.count(expectation.outcome, since: mark)
        guard expectation.lasting != nil, expectation.count.isMet(by: events) else {
            var failure = seen.mismatch(expectation, events, since: mark)
            if expectation.lasting == nil {
                failure.awaited = StepFailure.Awaited(
                    outcome: expectation.outcome, missing: expectation.count.number - events, since: step.startedAt,
                    late: "expectation.late")
            }
            throw failure
        }
        // Whatever the block has seen before: in this time the rig must have looked.
        try seen.checkEvidence(for: expectation, events, since: step.mark, at: now)
        seen.noteCheck()
        return .done()
    }
}

/// `Require`: holds what its block has measured against a limit.
struct RequireStep: StepMachine {
    let requirement: Requirement

    func pass(on window: inout PersonWindow?, from here: Observations.Mark, _ block: Block, _ seen: Observations) {}

    func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let measured = try seen.judge(requirement, since: step.blockMark)
        seen.noteCheck()
        return .done([measured])
    }
}

/// `Stay`: nothing moves for a span; its checks count what happens in it.
struct StayStep: StepMachine {
    let span: Span
    let checks: [Check]

    func longest(_ patience: Span) -> Span { span }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + span
        return []
    }

    /// Counts that are exceeded need not be waited for.
    func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        try seen.refuseExcess(of: checks, since: step.mark)
        return .goesOn()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { .done(try seen.judge(checks, since: step.mark, at: now)) }
}

/// `PowerCycle` and `FactoryReset`: the stage switches power.
struct PowerStep: StepMachine {
    let act: PowerAct
    let name: AccessoryName
    let within: Span

    var limit: Span? { within }
    func longest(_ patience: Span) -> Span { within + patience }
    func endsLink(to name: AccessoryName) -> Bool { name == self.name }
    func bringsAbout(_ event: PhoneEvent) -> Bool {
        event.isOne(of: [.lost, .ready, .encrypted, .didRemove, .zone, .feature], about: name)
    }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + within + seen.stagePatience
        return [.stage(.power(name, act))]
    }

    func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { event == .powered(name) ? .done([step.measured("power", at: now)]) : .goesOn() }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage(.stageDidNotSwitch(step.text, in: step.elapsed(at: now))))
    }
}
