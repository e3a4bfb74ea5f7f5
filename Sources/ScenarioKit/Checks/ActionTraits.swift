extension Action {
    var isExchange: Bool {
        if case .exchange = self { true } else { false }
    }

    /// Whether the action, or one inside it, uses the tag reader.
    var taps: Bool { !tags.isEmpty || innerSteps.contains { $0.action.taps } }

    /// Whether the action, or one inside it, may open something: a tag, a notification or a link.
    var mayOpen: Bool {
        switch self {
        case .tap, .present, .swap, .hold, .tearAway, .openNotification, .followLink: true
        default: innerSteps.contains { $0.action.mayOpen }
        }
    }

    /// The accessories that the action, or one inside it, connects to or exchanges with.
    var sessionsBegun: [AccessoryName] {
        switch self {
        case .link(.connect, let name, _), .exchange(_, let name, _), .session(.begin, let name): [name]
        default: innerSteps.flatMap(\.action.sessionsBegun)
        }
    }

    /// Whether the action, or one inside it, can make the accessory start ranging.
    func mayRange(with name: AccessoryName) -> Bool {
        switch self {
        case .exchange(_, name, _), .session(.begin, name), .session(.run, name), .session(.resume, name), .system:
            true
        default: innerSteps.contains { $0.action.mayRange(with: name) }
        }
    }
}

extension Action {
    /// Whether time may pass while the action, or one inside it, is played.
    var takesTime: Bool {
        switch self {
        case .expect(let expectation), .await(let expectation):
            return expectation.lasting != nil || !expectation.count.isMet(by: 0)
        default:
            if case .nothing = facts.time { return innerSteps.contains { $0.action.takesTime } }
            return true
        }
    }

    /// Whether the action, or one inside it, takes a span that the scenario names.
    var lasts: Bool {
        switch self {
        case .walk: return true
        default:
            if case .span = facts.time { return true }
            return innerSteps.contains { $0.action.lasts }
        }
    }
}

extension Count {
    /// Whether the count requires that nothing happens.
    var forbids: Bool {
        switch self {
        case .exactly(let number), .atMost(let number): number == 0
        case .atLeast: false
        }
    }
}

extension Outcome {
    /// Whether the outcome is something opened or delivered, which requires an earlier tap or link.
    var isOpening: Bool {
        switch self {
        case .opened, .delivered: true
        default: false
        }
    }
}

extension Outcome {
    /// Whether the outcome is that nothing is opened, which requires no user.
    var opensNothing: Bool { if case .opened(.nothing, _) = self { true } else { false } }
}

extension TagSetup {
    /// Whether time passes between a notification and what it opens.
    func takesTime(isLocked: Bool) -> Bool {
        if isLocked { return true }
        if case .opens(let span) = answer { return span > .zero }
        return false
    }
}
