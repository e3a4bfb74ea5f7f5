import Ground
import Journal
import Links
import Phone
import ScenarioKit

extension Director {
    /// What the step that is being played makes of something that the phone reports.
    mutating func react(to event: PhoneEvent, at now: Instant) throws(StepFailure) -> Progress {
        guard let step = active else { return .goesOn() }
        switch step.phase {
        case .connecting: return try connecting(step, event, at: now)
        case .exchanging(let progress): return try exchanging(step, progress, event, at: now)
        case .walking(let progress): return try walking(step, progress, event, at: now)
        case .staying: return try staying(step)
        case .tapping(let progress): return try tapping(step, progress, event, at: now)
        case .expecting(let expectation): return try judge(expectation, at: now)
        case .stopping: return stopping(step, event, at: now)
        case .disconnecting: return disconnecting(step, event, at: now)
        }
    }

    /// What the step that is being played makes of something that the stage has done.
    mutating func react(to event: StageEvent, at now: Instant) -> Progress {
        guard let step = active else { return .goesOn() }
        switch (step.phase, event) {
        case (.walking(var progress), .arrived(let name)) where name == progress.course.accessory:
            progress.hasArrived = true
            active?.phase = .walking(progress)
            active?.deadline = now + Self.settling
            return finished(progress)
        case (.tapping(var progress), .presented(let tag)) where tag == progress.tag:
            guard case .presenting = progress.stage, case .tap(_, let limit, _) = step.step.action else {
                return .goesOn()
            }
            progress.stage = .reading
            active?.phase = .tapping(progress)
            active?.deadline = now + limit
            return .goesOn()
        default:
            return .goesOn()
        }
    }

    /// What the step that is being played makes of its time being over.
    mutating func runOut(at now: Instant) throws(StepFailure) -> Progress {
        guard let step = active else { return .goesOn() }
        let limit = now - step.startedAt
        switch step.phase {
        case .connecting(let progress):
            throw failure(
                "\(step.step.action)", seen: "no open data channel after \(limit): \(progress.rawValue)", link(of: step)
            )
        case .exchanging(let progress):
            throw failure("\(step.step.action)", seen: "\(progress.whatIsMissing) in \(limit)", link(of: step))
        case .walking(let progress):
            return try walkRanOut(progress, after: limit)
        case .staying:
            return try stayEnded(step, at: now)
        case .tapping(let progress):
            return try tapRanOut(step, progress, after: limit)
        case .expecting(let expectation):
            let first = blocks.last?.firstOccurrence ?? 0
            throw mismatch(expectation, seen: count(expectation.outcome, since: first), since: first)
        case .stopping:
            throw failure("\(step.step.action)", seen: "no word that ranging stopped in \(limit)", link(of: step))
        case .disconnecting:
            return .error("\(step.step.spot): the link was still up \(limit) after the rig ended it")
        }
    }

    func link(of step: ActiveStep) -> LinkID? { step.step.action.accessory.map { .bluetooth($0) } }

    private mutating func connecting(
        _ step: ActiveStep, _ event: PhoneEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        guard case .channel(let name, let event) = event, name == step.step.action.accessory else { return .goesOn() }
        switch event {
        case .ready(let mtu, let profile):
            checks += 1
            return .done([measured("connect", of: step, at: now), Measured("ATT_MTU, \(profile)", .count(Int(mtu)))])
        case .connectFailed(let reason), .setUpFailed(let reason):
            throw failure("\(step.step.action)", seen: reason, link(of: step))
        case .discovered: active?.phase = .connecting(.found)
        case .connected: active?.phase = .connecting(.connected)
        case .lost: break
        }
        return .goesOn()
    }

    private mutating func exchanging(
        _ step: ActiveStep, _ progress: ExchangeProgress, _ event: PhoneEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        let name = step.step.action.accessory
        switch event {
        case .nearby(name, .received(.configuration)): progress.hasConfiguration = true
        case .sent(name, .configureAndStart): progress.hasAnswered = true
        case .nearby(name, .didRemove): progress.remove()
        case .nearby(name, .gaveUp(let attempts)):
            let seen = "\(progress.whatIsMissing), and the phone gave up after \(attempts) retries"
            throw failure("\(step.step.action)", seen: seen, link(of: step))
        case .nearby(name, .didInvalidate(let code)):
            throw failure("\(step.step.action)", seen: "the session was invalidated: \(code)", link(of: step))
        case .nearby(name, .accessoryDidStart):
            checks += 1
            let turnAround = progress.turnAround.map { [Measured("turn-around", .span($0))] } ?? []
            return .done([measured("exchange", of: step, at: now)] + turnAround)
        default: return .goesOn()
        }
        active?.phase = .exchanging(progress)
        return .goesOn()
    }

    private mutating func staying(_ step: ActiveStep) throws(StepFailure) -> Progress {
        for check in step.step.action.expectations {
            let seen = count(check.outcome, since: step.firstOccurrence)
            if check.count.isExceeded(by: seen) { throw mismatch(check, seen: seen, since: step.firstOccurrence) }
        }
        return .goesOn()
    }

    private mutating func stayEnded(_ step: ActiveStep, at now: Instant) throws(StepFailure) -> Progress {
        for check in step.step.action.expectations {
            let seen = count(check.outcome, since: step.firstOccurrence)
            guard check.count.isMet(by: seen) else { throw mismatch(check, seen: seen, since: step.firstOccurrence) }
            checks += 1
        }
        return .done([])
    }

    private mutating func stopping(_ step: ActiveStep, _ event: PhoneEvent, at now: Instant) -> Progress {
        guard case .nearby(let name, .accessoryDidStop) = event, name == step.step.action.accessory else {
            return .goesOn()
        }
        checks += 1
        return .done([measured("stop", of: step, at: now)])
    }

    private mutating func disconnecting(_ step: ActiveStep, _ event: PhoneEvent, at now: Instant) -> Progress {
        guard case .channel(let name, .lost) = event, name == step.step.action.accessory else { return .goesOn() }
        checks += 1
        return .done([measured("disconnect", of: step, at: now)])
    }

    func measured(_ what: String, of step: ActiveStep, at now: Instant) -> Measured {
        Measured(what, .span(now - step.startedAt), limit: step.step.action.limit.map { .span($0) })
    }
}

extension Action {
    /// The accessory that a step is about.
    var accessory: AccessoryName? {
        switch self {
        case .connect(let name, _), .exchange(_, let name, _), .stop(let name, _), .disconnect(let name, _): name
        case .walk(let course): course.accessory
        case .stay, .losing, .tap, .expect, .repeat: nil
        }
    }

    var limit: Span? {
        switch self {
        case .connect(_, let limit), .exchange(_, _, let limit), .stop(_, let limit), .disconnect(_, let limit),
            .tap(_, let limit, _):
            limit
        case .expect(let expectation): expectation.within
        case .walk, .stay, .losing, .repeat: nil
        }
    }
}
