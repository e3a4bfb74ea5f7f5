import Ground
import Journal
import Links
import Phone
import ScenarioKit

/// `Expect`: waits until what its block has seen meets the count.
struct ExpectStep: StepMachine {
    let expectation: Expectation

    var limit: Span? { expectation.within }
    var awaited: Outcome? { expectation.outcome }
    func waits(for name: AccessoryName) -> Bool { expectation.outcome.accessories.contains(name) }
    var judgedAgain: LateCheck? { expectation.count.isJudgedAgainAtTheEnd ? .expect(expectation) : nil }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + expectation.within
        return []
    }

    func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { try recount(&step, &seen, at: now) }

    func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let events = seen.count(expectation.outcome, since: step.blockMark)
        if expectation.count.isExceeded(by: events) {
            throw seen.mismatch(expectation, events, since: step.blockMark)
        }
        guard expectation.count.isMet(by: events) else { return .goesOn() }
        seen.noteCheck()
        return .done()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        throw seen.mismatch(expectation, seen.count(expectation.outcome, since: step.blockMark), since: step.blockMark)
    }
}

/// `Require`: holds what its block has measured against a limit.
struct RequireStep: StepMachine {
    let requirement: Requirement

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] { [] }

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

    func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress { try recount(&step, &seen, at: now) }

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

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + within + seen.stagePatience
        return [.stage(.power(name, act))]
    }

    func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { event == .powered(name) ? .done([step.measured("power", at: now)]) : .goesOn() }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage("the stage did not switch the power of \(step.text) in \(step.elapsed(at: now))"))
    }
}
