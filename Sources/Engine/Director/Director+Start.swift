import Ground
import Journal
import Links
import Phone
import ScenarioKit

extension Director {
    /// The block that a step opens; nil for a step that is played itself.
    func innerBlock(of step: Step) -> Block? {
        switch step.action {
        case .losing(let message, let times, let steps):
            Block(
                kind: .losing(message, times: times, spot: step.spot), steps: steps,
                firstOccurrence: occurrences.count)
        case .repeat(let rounds, let steps):
            Block(kind: .round(roundsLeft: rounds - 1), steps: steps, firstOccurrence: occurrences.count)
        case .connect, .exchange, .walk, .stay, .tap, .expect, .stop, .disconnect:
            nil
        }
    }

    mutating func opening(of block: Block) -> [DirectorEffect] {
        guard case .losing(let message, let times, _) = block.kind else { return [] }
        withheld[message.kind] = 0
        return [.withhold(message.kind, times: times)]
    }

    /// How a step begins: what it waits for, for how long, and what it asks for.
    func beginning(of action: Action) -> (ActiveStep.Phase, limit: Span, [DirectorEffect]) {
        switch action {
        case .connect(let name, let limit):
            return (.connecting(.searching), limit, [.connect(name, within: limit)])
        case .exchange(.configuration, let name, let limit):
            return (.exchanging(ExchangeProgress()), limit, [.startSession(name)])
        case .walk(let course):
            let move = StageRequest.move(course.accessory, from: course.from, to: course.to, at: course.speed)
            let limit = (course.duration ?? .zero) + stagePatience
            return (.walking(WalkProgress(course: course)), limit, [.stage(move)])
        case .stay(let span, _):
            return (.staying, span, [])
        case .tap(let tag, let limit, let checks):
            let progress = TapProgress(tag: tag, checks: checks)
            return (.tapping(progress), limit + stagePatience, [.stage(.present(tag))])
        case .expect(let expectation):
            return (.expecting(expectation), expectation.within, [])
        case .stop(let name, let limit):
            return (.stopping, limit, [.stopSession(name)])
        case .disconnect(let name, let limit):
            return (.disconnecting, limit, [.disconnect(name)])
        case .losing, .repeat:
            preconditionFailure("a block has no phase of its own")
        }
    }

    /// Some steps are done as soon as they begin: an expectation that is met already.
    mutating func reactToStart(at now: Instant) throws(StepFailure) -> Progress {
        guard let active, case .expecting(let expectation) = active.phase else { return .goesOn() }
        if expectation.count.isJudgedAgainAtTheEnd { blocks[blocks.count - 1].judgedAgain.append(expectation) }
        return try judge(expectation, at: now)
    }
}

extension Scenario {
    /// Where every accessory that is walked to or from stands at the beginning: where its first walk begins.
    var firstPlaces: [Course] {
        var places: [Course] = []
        collect(steps, into: &places)
        return places
    }

    private func collect(_ steps: [Step], into places: inout [Course]) {
        for step in steps {
            if case .walk(let course) = step.action, !places.contains(where: { $0.accessory == course.accessory }) {
                places.append(course)
            }
            collect(step.action.innerSteps, into: &places)
        }
    }

    /// How many steps are played in all, repetitions counted each time.
    var stepsInAll: Int { Self.count(steps) }

    private static func count(_ steps: [Step]) -> Int {
        steps.reduce(0) { sum, step in
            let inner = count(step.action.innerSteps)
            if case .repeat(let rounds, _) = step.action { return sum + 1 + rounds * inner }
            return sum + 1 + inner
        }
    }

    /// The sum of all limits: a run that takes longer was held up by the bench.
    func longestPlay(stagePatience: Span) -> Span { Self.longest(steps, stagePatience) }

    private static func longest(_ steps: [Step], _ patience: Span) -> Span {
        steps.reduce(.seconds(1)) { sum, step in
            switch step.action {
            case .walk(let course): sum + (course.duration ?? .zero) + patience + Director.settling
            case .stay(let span, _): sum + span
            case .tap(_, let limit, _): sum + limit + patience * 2
            case .losing(_, _, let inner): sum + longest(inner, patience)
            case .repeat(let rounds, let inner): sum + longest(inner, patience) * rounds
            case .connect, .exchange, .expect, .stop, .disconnect: sum + (step.action.limit ?? .zero)
            }
        }
    }

    /// Whether any step, however deep, expects what `condition` holds for.
    func expects(_ condition: (Outcome) -> Bool) -> Bool { Self.expects(steps, condition) }

    private static func expects(_ steps: [Step], _ condition: (Outcome) -> Bool) -> Bool {
        steps.contains { step in
            step.action.expectations.contains { condition($0.outcome) } || expects(step.action.innerSteps, condition)
        }
    }
}

extension MessageName {
    /// The message that the phone model calls so.
    var kind: MessageKind {
        switch self {
        case .initialize: .initialize
        case .configuration: .configuration
        case .shareableConfiguration: .configureAndStart
        case .didStart: .didStart
        case .stop: .stop
        case .didStop: .didStop
        }
    }
}
