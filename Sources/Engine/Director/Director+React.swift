import Ground
import Journal
import Links
import NearbyInteraction
import Phone
import ScenarioKit

extension Director {
    /// What the step that is being played makes of something that the phone reports.
    mutating func react(to event: PhoneEvent, at now: Instant) throws(StepFailure) -> Progress {
        guard let step = active else { return .goesOn() }
        switch step.phase {
        case .finding, .connecting, .pairing, .reading, .disconnecting:
            guard case .channel(let name, let event) = event, name == step.step.action.accessory else {
                return .goesOn()
            }
            return try linking(step, event, at: now)
        case .exchanging(let progress): return try exchanging(step, progress, event, at: now)
        case .walking(let progress): return try walking(step, progress, event, at: now)
        case .staying: return try staying(step)
        case .tapping(let progress): return try tapping(step, progress, event, at: now)
        case .tag(let phase):
            guard case .tag(let event) = event else { return .goesOn() }
            return try tagging(step, phase, event, at: now)
        case .expecting(let expectation): return try judge(expectation, at: now)
        case .stopping: return stopping(step, event, at: now)
        case .sending, .powering, .requiring, .joining, .asked: return .goesOn()
        }
    }

    /// What the step that is being played makes of something that came from neither phone nor stage.
    mutating func recount(at now: Instant) throws(StepFailure) -> Progress {
        guard let step = active else { return .goesOn() }
        switch step.phase {
        case .staying: return try staying(step)
        case .expecting(let expectation): return try judge(expectation, at: now)
        case .tapping(let progress): return try recountTap(step, progress, at: now)
        case .tag(.holding(let progress)): return try recountHold(step, progress)
        default: return .goesOn()
        }
    }

    /// What the step that is being played makes of something that the stage has done.
    mutating func react(to event: StageEvent, at now: Instant) throws(StepFailure) -> Progress {
        guard let step = active else { return .goesOn() }
        switch (step.phase, event) {
        case (.walking(var progress), .arrived(let name)) where name == progress.course.accessory:
            progress.hasArrived = true
            places.arrive(name, at: progress.course.to)
            active?.phase = .walking(progress)
            active?.deadline = now + Self.settling
            return finished(progress)
        case (.tapping(let progress), _): return try tapping(step, progress, event, at: now)
        case (.tag(let phase), _): return tagging(step, phase, event, at: now)
        case (.powering, .powered(let name)) where name == step.step.action.accessory:
            return .done([measured("power", of: step, at: now)])
        default:
            return .goesOn()
        }
    }

    /// What the step that is being played makes of its time being over.
    mutating func runOut(at now: Instant) throws(StepFailure) -> Progress {
        guard let step = active else { return .goesOn() }
        if let waiting = waitForReader(step, at: now) { return waiting }
        try securingRanOut(step, at: now)
        let limit = now - step.startedAt - step.securing
        switch step.phase {
        case .finding, .connecting, .pairing, .reading, .disconnecting: return try linkRanOut(step, after: limit)
        case .sending(let next, let writes, let apart):
            guard next < writes, case .send(let messages, let name, _) = step.step.action else { return .done([]) }
            active?.phase = .sending(next: next + 1, of: writes, apart: apart)
            active?.deadline = now + apart
            return .goesOn([.command(.send(messages, to: name, only: next))])
        case .exchanging(let progress):
            let seen = "\(progress.whatIsMissing) in \(limit)" + smallMTU(progress, of: step) + besides(step)
            let isCut = !smallMTU(progress, of: step).isEmpty
            throw failure(
                isCut ? "exchange.smallMTU" : progress.code, "\(step.step.action)", seen: seen, link(of: step))
        case .walking(let progress):
            return try walkRanOut(progress, after: limit)
        case .powering:
            return .error(.stage("the stage did not switch the power of \(step.step.action) in \(limit)"))
        case .staying:
            return try stayEnded(step, at: now)
        case .tapping(let progress): return try tapRanOut(step, progress, at: now)
        case .tag(let phase): return try tagRanOut(step, phase, at: now)
        case .expecting(let expectation):
            let first = countedSince
            throw mismatch(expectation, seen: occurrences.count(expectation.outcome, since: first), since: first)
        case .stopping:
            let seen = "no word that ranging stopped in \(limit)" + besides(step)
            throw failure("session.stopUnanswered", "\(step.step.action)", seen: seen, link(of: step))
        case .requiring, .joining, .asked:
            return .goesOn()
        }
    }

    /// Why configuration data may not have come: the accessory agreed to packets that cannot hold it.
    private func smallMTU(_ progress: ExchangeProgress, of step: ActiveStep) -> String {
        guard !progress.hasConfiguration, let name = step.step.action.accessory,
            let mtu = record(of: name)?.mtu, mtu < AccessoryRecord.leastUsefulMTU
        else { return "" }
        return "; the ATT_MTU is \(mtu), and configuration data needs \(AccessoryRecord.leastUsefulMTU) or more"
    }

    func besides(_ step: ActiveStep) -> String { besides(step.step.action.accessory) }

    func link(of step: ActiveStep) -> LinkID? { step.step.action.accessory.map { .bluetooth($0) } }

    private mutating func exchanging(
        _ step: ActiveStep, _ progress: ExchangeProgress, _ event: PhoneEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        let name = step.step.action.accessory
        switch event {
        case .nearby(name, .received(.configuration)): progress.hasConfiguration = true
        case .sent(name, .shareableConfiguration): progress.hasAnswered = true
        case .nearby(name, .didGenerateShareableConfigurationData(let data, _)):
            progress.answer = "shareable configuration data of \(data.encoded.count) bytes for UWB \(data.version)"
        case .nearby(name, .didRemove): progress.remove()
        case .nearby(name, .gaveUp(let attempts, _)):
            let seen = "\(progress.whatIsMissing), and the phone gave up after \(attempts) retries\(besides(step))"
            throw failure(progress.code, "\(step.step.action)", seen: seen, link(of: step))
        case .nearby(name, .didInvalidate(let code)):
            let seen = "the session was invalidated: \(code)" + besides(step)
            throw failure("session.invalidated", "\(step.step.action)", seen: seen, link(of: step))
        case .nearby(name, .accessoryDidStart):
            checks += 1
            let turnAround = progress.turnAround.map { [Measured("turn-around", .span($0))] } ?? []
            return .done([measured("exchange", of: step, at: now)] + turnAround)
        default: return .goesOn()
        }
        active?.phase = .exchanging(progress)
        return .goesOn()
    }

    /// Counts that are exceeded need not be waited for.
    private mutating func staying(_ step: ActiveStep) throws(StepFailure) -> Progress {
        for case .expect(let check) in step.step.action.checks {
            let seen = occurrences.count(check.outcome, since: step.firstOccurrence)
            if check.count.isExceeded(by: seen) { throw mismatch(check, seen: seen, since: step.firstOccurrence) }
        }
        return .goesOn()
    }

    private mutating func stayEnded(_ step: ActiveStep, at now: Instant) throws(StepFailure) -> Progress {
        .done(try judge(step.step.action.checks, since: step.firstOccurrence, step.mark, at: now))
    }

    private mutating func stopping(_ step: ActiveStep, _ event: PhoneEvent, at now: Instant) -> Progress {
        guard case .nearby(let name, .accessoryDidStop) = event, name == step.step.action.accessory else {
            return .goesOn()
        }
        checks += 1
        return .done([measured("stop", of: step, at: now)])
    }

    func measured(_ what: String, of step: ActiveStep, at now: Instant) -> Measured {
        Measured(what, .span(now - step.startedAt - step.securing), limit: step.step.action.limit.map { .span($0) })
    }
}
