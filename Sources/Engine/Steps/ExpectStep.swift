import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Expect`: waits until the events in its block meet the count, or checks that they still do after a length of time.
///
/// `Await` does the same with events after its own start.
struct ExpectStep: StepMachine {
    let expectation: Expectation
    /// Whether the step counts from its own start, and the expectation ends with it.
    var isOnItsOwn = false

    var limit: Lapse? { expectation.within }
    var awaited: Outcome? { expectation.outcome }
    func waits(for name: AccessoryName) -> Bool {
        expectation.lasting == nil && expectation.outcome.accessories.contains(name)
    }
    var judgedAgain: LateCheck? {
        expectation.count.isJudgedAgainAtTheEnd && !isOnItsOwn ? .expect(expectation) : nil
    }

    /// If the expectation has to wait, its event is later than everything in the window, which therefore ends.
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
                // A first one that comes late is enough to show that there is not none.
                failure.awaited = StepFailure.Awaited(
                    outcome: expectation.outcome, missing: events == 0 ? 1 : expectation.count.number - events,
                    since: step.startedAt,
                    late: "expectation.late", isClaimedAbsent: failure.code == "expectation.never")
            }
            throw failure
        }
        // The block may have been observed for longer, but the rig must also have been looking during this step.
        try seen.checkEvidence(for: expectation, events, since: step.mark, at: now)
        try seen.checkPlaces(for: expectation, events)
        seen.noteCheck()
        return .done()
    }
}

/// `Require`: compares its block's measurements with a limit.
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

/// `Stay`: nothing moves for a span, during which its checks count.
struct StayStep: StepMachine {
    let span: Lapse
    let checks: [Check]

    func longest(_ patience: Lapse) -> Lapse { span }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + span
        return []
    }

    /// A count that is exceeded fails immediately.
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
    let within: Lapse

    var limit: Lapse? { within }
    func longest(_ patience: Lapse) -> Lapse { within + patience }
    func endsLink(to name: AccessoryName) -> Bool { name == self.name }
    func bringsAbout(_ event: PhoneEvent) -> Bool {
        event.isOne(of: [.lost, .ready, .encrypted, .didRemove, .zone, .feature], about: name)
    }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + within + seen.setting.stagePatience
        return [.stage(.power(name, act))]
    }

    func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { event == .powered(name) ? .done([step.measured("power", at: now)]) : .goesOn() }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage(.stageDidNotSwitch(step.text, in: step.elapsed(at: now))))
    }
}
