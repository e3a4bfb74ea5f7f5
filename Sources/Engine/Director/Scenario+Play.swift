import Ground
import ScenarioKit

extension Scenario {
    /// The total number of steps to play, counting repetitions; saturates at `Int.max`.
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

    /// Adds and saturates on overflow, because a scenario from a file may request any number of rounds.
    private static func plus(_ one: Int, _ other: Int) -> Int {
        let (sum, isTooMuch) = one.addingReportingOverflow(other)
        return isTooMuch ? .max : sum
    }

    /// Returns the sum of all limits; only a bench that stalls makes a run take longer.
    func longestPlay(stagePatience: Lapse) -> Lapse {
        let user = phone.tags.longestAnswer + Patience.user
        return stagePatience * firstPlaces.count + Self.longest(steps, stagePatience) + user
            * Self.count(steps) { $0.waitsForUser }
    }

    private static func longest(_ steps: [Step], _ patience: Lapse) -> Lapse {
        steps.reduce(.seconds(1)) { $0 + longest($1.action, patience) }
    }

    private static func longest(_ action: Action, _ patience: Lapse) -> Lapse {
        switch action.machine {
        case .block(let machine, let steps): machine.longest(longest(steps, patience))
        case .step(let machine):
            machine.lanes.map { longest($0.steps, patience) }.max() ?? machine.longest(patience)
        }
    }

    /// Whether any check, at any depth, expects an outcome for which `condition` holds.
    func wants(_ condition: (Outcome) -> Bool) -> Bool {
        Self.wants(always, condition) || Self.wants(steps, condition)
    }

    /// All of the scenario's expectations, in order.
    var expectations: [Expectation] {
        func all(_ steps: [Step]) -> [Expectation] {
            steps.flatMap { $0.action.expectations + all($0.action.innerSteps) }
        }
        return always.compactMap { if case .expect(let expectation) = $0 { expectation } else { nil } } + all(steps)
    }

    /// The limits on distances that depend on where an accessory really is.
    var limitsOnPlaces: [Distance] {
        func all(_ steps: [Step]) -> [Check] { steps.flatMap { $0.action.checks + all($0.action.innerSteps) } }
        return (always + all(steps)).compactMap { check in
            guard case .require(let requirement) = check, case .distance(let limit) = requirement.bound.amount else {
                return nil
            }
            switch requirement.figure {
            case .bias, .toldError, .peerBias: return limit
            default: return nil
            }
        }
    }

    /// The tags that are torn away while they are read, in order.
    var tornAwayTags: [TagName] {
        func all(_ steps: [Step]) -> [TagName] {
            steps.flatMap { step in
                let inner = all(step.action.innerSteps)
                guard case .tearAway(let tag, _, _) = step.action else { return inner }
                return [tag] + inner
            }
        }
        return all(steps)
    }

    /// The accessories that are reset to their factory state.
    var resetAccessories: [AccessoryName] {
        func all(_ steps: [Step]) -> [AccessoryName] {
            steps.flatMap { step in
                let inner = all(step.action.innerSteps)
                guard case .power(.factoryReset, let name, _) = step.action else { return inner }
                return [name] + inner
            }
        }
        return all(steps)
    }

    /// Whether an accessory must be seen in a certain direction, or the phone be turned.
    var facesPhone: Bool {
        func any(_ steps: [Step]) -> Bool {
            steps.contains { step in
                switch step.action {
                case .turn: true
                case .place(_, _, let seen): seen != nil
                case .walk(let course): course.seen != nil
                default: any(step.action.innerSteps)
                }
            }
        }
        return any(steps)
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
    /// Whether the step may have to wait for the phone's user or for the phone to be unlocked.
    fileprivate var waitsForUser: Bool { if case .step(let machine) = machine { machine.waitsForUser } else { false } }
}

extension TagSetup {
    /// The longest time that the user's answer and the unlocking take in the scenario.
    var longestAnswer: Lapse {
        var longest = Lapse.zero
        if case .opens(let span) = answer { longest = longest + span }
        if case .succeeds(let span) = unlock { longest = longest + span }
        return longest
    }
}
