import Ground
import ScenarioKit

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
        steps.reduce(.seconds(1)) { $0 + longest($1.action, patience) }
    }

    private static func longest(_ action: Action, _ patience: Span) -> Span {
        switch action {
        case .walk(let course): (course.duration ?? .zero) + patience + Director.settling
        case .stay(let span, _): span
        case .tap(_, let limit, _): limit + patience * 2
        case .power(_, _, let limit): limit + patience
        case .send(let messages, _, let apart): apart * messages.reduce(0) { $0 + $1.writesAtMost }
        case .tampering(_, _, _, let inner), .simulating(_, _, let inner), .throughout(_, let inner):
            longest(inner, patience)
        case .repeat(let rounds, let inner): longest(inner, patience) * rounds
        case .together(let lanes): lanes.map { longest($0.steps, patience) }.max() ?? .zero
        case .link, .exchange, .stop, .expect: action.limit ?? .zero
        case .forget, .session, .system, .place, .simulate, .require: .zero
        }
    }

    /// Whether any check, however deep, wants to see an outcome that `condition` holds for.
    func wants(_ condition: (Outcome) -> Bool) -> Bool {
        Self.wants(always, condition) || Self.wants(steps, condition)
    }

    private static func wants(_ steps: [Step], _ condition: (Outcome) -> Bool) -> Bool {
        steps.contains { step in
            wants(step.action.checks, condition) || wants(step.action.innerSteps, condition)
        }
    }

    private static func wants(_ checks: [Check], _ condition: (Outcome) -> Bool) -> Bool {
        checks.contains { check in
            guard case .expect(let expectation) = check, !expectation.count.isExceeded(by: 1) else { return false }
            return expectation.outcome.alternatives.contains(where: condition)
        }
    }
}

extension Action {
    var limit: Span? {
        switch self {
        case .link(_, _, let limit), .exchange(_, _, let limit), .stop(_, let limit), .power(_, _, let limit),
            .tap(_, let limit, _):
            limit
        case .expect(let expectation): expectation.within
        case .forget, .send, .session, .system, .walk, .place, .stay, .simulate, .require, .tampering, .simulating,
            .throughout, .together, .repeat:
            nil
        }
    }
}
