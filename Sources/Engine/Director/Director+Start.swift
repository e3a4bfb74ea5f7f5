import Ground
import Journal
import Links
import Phone
import ScenarioKit

extension Director {
    /// A block that begins here and now.
    mutating func block(_ kind: Block.Kind, _ steps: [Step], cause: Meaning?, invariants: [Check] = []) -> Block {
        Block(
            kind: kind, steps: steps, cause: cause, invariants: invariants, firstOccurrence: occurrences.mark,
            mark: samples.mark())
    }

    /// The block that a step opens; nil for a step that is played itself.
    mutating func innerBlock(of step: Step, _ record: StepRecord, at now: Instant) -> Block? {
        switch step.action {
        case .tampering(_, let message, let times, let steps):
            block(.tampering(message, times: times, spot: step.spot), steps, cause: step.cause)
        case .simulating(let trouble, let name, let steps):
            block(.simulating(trouble, name), steps, cause: step.cause)
        case .simulatingReader(let trouble, let steps):
            block(.simulatingReader(trouble), steps, cause: step.cause)
        case .throughout(let checks, let steps):
            block(.throughout(record, startedAt: now), steps, cause: step.cause, invariants: checks)
        case .repeat(let rounds, let steps):
            block(.round(after: 0, of: rounds), steps, cause: step.cause)
        case .link, .forget, .send, .exchange, .stop, .session, .system, .walk, .place, .power, .stay, .tap,
            .simulate, .present, .tearAway, .remove, .swap, .hold, .inspect, .openNotification, .followLink,
            .simulateReader, .expect, .require, .together:
            nil
        }
    }

    mutating func opening(of step: Step, _ block: Block) -> [DirectorEffect] {
        switch (block.kind, step.action) {
        case (.tampering(let message, let times, _), .tampering(let tampering, _, _, _)):
            tampered[message] = 0
            return [.command(.tamper(tampering, with: message, times: times))]
        case (.simulating(let trouble, let name), _):
            return trouble.request(for: name, isOver: false).map { [.stage($0)] } ?? []
        case (.simulatingReader(let trouble), _):
            return [.stage(.readerTrouble(trouble, true))]
        default:
            return []
        }
    }

    /// How a step begins: what it waits for, for how long (not at all for zero), and what it asks for.
    mutating func beginning(of step: Step, at now: Instant) -> (ActiveStep.Phase, limit: Span, [DirectorEffect]) {
        if let tagged = beginningOfTag(step) { return tagged }
        switch step.action {
        case .link(let act, let name, let limit): return beginning(of: act, name, limit, at: now)
        case .exchange(.configuration, let name, let limit):
            return (.exchanging(ExchangeProgress()), limit, [.command(.startSession(name))])
        case .stop(let name, let limit): return (.stopping, limit, [.command(.stopSession(name))])
        case .send(let messages, let name, let apart):
            if apart == .zero { return (.asked, .zero, [.command(.send(messages, to: name))]) }
            let writes = messages.reduce(0) { $0 + $1.writesAtMost }
            return (.sending(next: 1, of: writes, apart: apart), apart, [.command(.send(messages, to: name, only: 0))])
        case .walk(let course):
            let move = StageRequest.move(course.accessory, from: course.from, to: course.to, at: course.speed)
            let limit = (course.duration ?? .zero) + stagePatience
            return (.walking(WalkProgress(course: course)), limit, [.stage(move)])
        case .power(let change, let name, let limit):
            return (.powering, limit + stagePatience, [.stage(.power(name, change))])
        case .stay(let span, _): return (.staying, span, [])
        case .expect(let expectation): return (.expecting(expectation), expectation.within, [])
        case .require(let requirement): return (.requiring(requirement), .zero, [])
        case .together: return (.joining, .zero, [])
        case .simulateReader(let trouble):
            readerEvidence.troubles.note(trouble)
            return (.asked, .zero, [.stage(.readerTrouble(trouble, true))])
        case .forget, .session, .system, .place, .simulate, .followLink:
            return (.asked, .zero, demand(of: step.action))
        case .tap, .present, .tearAway, .remove, .swap, .hold, .inspect, .openNotification:
            preconditionFailure("a step with a tag has its own beginning")
        case .tampering, .simulating, .simulatingReader, .throughout, .repeat:
            preconditionFailure("a block has no phase of its own")
        }
    }

    private mutating func beginning(
        of act: LinkAct, _ name: AccessoryName, _ limit: Span, at now: Instant
    ) -> (ActiveStep.Phase, limit: Span, [DirectorEffect]) {
        switch act {
        case .find: return (.finding, limit, [.command(.find(name, within: limit))])
        case .connect(let stage):
            samples.beginConnection(to: name, at: now)
            return (.connecting(.searching), limit, [.command(.connect(name, within: limit, upTo: stage))])
        case .subscribe: return (.connecting(.connected), limit, [.command(.subscribe(name))])
        case .pair: return (.pairing, limit, [.command(.pair(name))])
        case .read(let value, let expected): return (.reading(expected), limit, [.command(.read(value, of: name))])
        case .disconnect: return (.disconnecting, limit, [.command(.disconnect(name))])
        }
    }

    /// What a step asks for that is done at once.
    private func demand(of action: Action) -> [DirectorEffect] {
        switch action {
        case .forget(let name): [.command(.forget(name))]
        case .session(let act, let name): [.command(.session(act, name))]
        case .system(let act): [.command(.system(act))]
        case .place(let name, let distance): [.stage(.place(name, distance))]
        case .simulate(let trouble, let name): trouble.request(for: name, isOver: false).map { [.stage($0)] } ?? []
        case .followLink(let url): [.command(.followLink(url))]
        default: []
        }
    }

    /// Some steps are done as soon as they begin: an expectation that is met already, a command.
    mutating func reactToStart(at now: Instant) throws(StepFailure) -> Progress {
        switch active?.phase {
        case .expecting(let expectation):
            if expectation.count.isJudgedAgainAtTheEnd { blocks[blocks.count - 1].judgedAgain.append(expectation) }
            return try judge(expectation, at: now)
        case .requiring(let requirement):
            let measured = try judge(requirement, since: blocks.last?.mark ?? SampleLog.Mark())
            checks += 1
            return .done([measured])
        case .asked:
            return .done([])
        default:
            return .goesOn()
        }
    }
}

extension SimulatedTrouble {
    /// What the stage is asked for, or to end; nil where there is nothing to end.
    func request(for name: AccessoryName, isOver: Bool) -> StageRequest? {
        switch self {
        case .linkLoss: isOver ? nil : .dropLink(name)
        case .uwbSilence: .silenceUWB(name, !isOver)
        }
    }
}
