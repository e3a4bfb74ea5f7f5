import Ground
import ScenarioKit

extension Scenario {
    /// How many steps are played in all, repetitions counted each time; no more than can be counted.
    var stepsInAll: Int { Self.count(steps) { _ in true } }

    private static func count(_ steps: [Step], where counts: (Action) -> Bool) -> Int {
        steps.reduce(0) { sum, step in
            let inner = count(step.action.innerSteps, where: counts)
            let own = counts(step.action) ? 1 : 0
            guard case .repeat(let rounds, _) = step.action else { return plus(sum, plus(own, inner)) }
            let (product, isTooMuch) = rounds.multipliedReportingOverflow(by: inner)
            return plus(sum, plus(own, isTooMuch ? .max : product))
        }
    }

    /// A scenario from a file may ask for any number of rounds: what cannot be counted is as much as can.
    private static func plus(_ one: Int, _ other: Int) -> Int {
        let (sum, isTooMuch) = one.addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }

    /// The sum of all limits: a run that takes longer was held up by the bench.
    func longestPlay(stagePatience: Span) -> Span {
        let taps = phone.tags.longestAnswer + Director.userPatience
        return Self.longest(steps, stagePatience) + taps * Self.count(steps) { $0.mayBeAnswered }
    }

    private static func longest(_ steps: [Step], _ patience: Span) -> Span {
        steps.reduce(.seconds(1)) { $0 + longest($1.action, patience) }
    }

    private static func longest(_ action: Action, _ patience: Span) -> Span {
        switch action {
        case .walk(let course): (course.duration ?? .zero) + patience + Director.settling
        case .stay(let span, _): span
        case .tap(_, let limit, _): limit + patience * 2
        case .present(_, let limit), .remove(_, let limit), .swap(_, _, let limit): limit + patience
        case .tearAway(_, _, let limit): limit + patience
        case .hold(_, let span, _): span + Director.detectionLimit + patience * 2
        case .inspect(_, let limit, _): limit + patience * 2
        case .power(_, _, let limit): limit + patience
        case .send(let messages, _, let apart): apart * messages.reduce(0) { $0 + $1.writesAtMost }
        case .tampering(_, _, _, let inner), .simulating(_, _, let inner), .throughout(_, let inner):
            longest(inner, patience)
        case .simulatingReader(_, let inner): longest(inner, patience) + Director.readerReturn
        case .repeat(let rounds, let inner): longest(inner, patience) * rounds
        case .together(let lanes): lanes.map { longest($0.steps, patience) }.max() ?? .zero
        case .link(.connect, _, let limit): limit + Director.securingLimit
        case .link, .exchange, .stop, .expect, .openNotification: action.limit ?? .zero
        case .simulateReader: Director.readerReturn
        case .forget, .session, .system, .place, .simulate, .require, .followLink: .zero
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
            .tap(_, let limit, _), .present(_, let limit), .tearAway(_, _, let limit), .remove(_, let limit),
            .swap(_, _, let limit), .inspect(_, let limit, _), .openNotification(let limit):
            limit
        case .expect(let expectation): expectation.within
        case .forget, .send, .session, .system, .walk, .place, .stay, .hold, .followLink, .simulateReader,
            .simulatingReader, .simulate, .require, .tampering, .simulating, .throughout, .together, .repeat:
            nil
        }
    }
}

extension Action {
    /// Whether the phone's user, and its unlocking, may have to be waited for.
    fileprivate var mayBeAnswered: Bool {
        switch self {
        case .tap, .openNotification: true
        default: false
        }
    }
}

extension TagSetup {
    /// How long the user and the unlocking take at most, as the scenario has it.
    var longestAnswer: Span {
        var longest = Span.zero
        if case .opens(let span) = answer { longest = longest + span }
        if case .succeeds(let span) = unlock { longest = longest + span }
        return longest
    }
}
