extension Action {
    /// True when the action can fail because of the accessory.
    var checksSomething: Bool {
        switch self {
        case .link, .exchange, .stop, .expect, .await, .require, .power, .present, .tearAway, .remove, .swap: true
        case .inspect(_, _, let checks): !checks.isEmpty
        case .openNotification: true
        case .walk(let course): !course.crossings.isEmpty
        case .stay(_, let checks), .tap(_, _, let checks), .hold(_, _, let checks): !checks.isEmpty
        case .throughout(let checks, let steps):
            !checks.isEmpty || steps.contains { $0.action.checksSomething }
        case .tampering, .simulating, .simulatingReader, .together, .repeat:
            innerSteps.contains { $0.action.checksSomething }
        case .forget, .send, .session, .system, .place, .simulate, .followLink, .simulateReader: false
        }
    }

    var isExchange: Bool {
        if case .exchange = self { true } else { false }
    }

    /// True when the action, or one inside of it, uses the tag reader.
    var taps: Bool { !tags.isEmpty || innerSteps.contains { $0.action.taps } }

    /// True when the action, or one inside of it, may open something: a tag, a notification or a link.
    var mayOpen: Bool {
        switch self {
        case .tap, .present, .swap, .hold, .tearAway, .openNotification, .followLink: true
        default: innerSteps.contains { $0.action.mayOpen }
        }
    }

    /// The accessories that the action, or one inside of it, connects to or exchanges with.
    var sessionsBegun: [AccessoryName] {
        switch self {
        case .link(.connect, let name, _), .exchange(_, let name, _), .session(.begin, let name): [name]
        default: innerSteps.flatMap(\.action.sessionsBegun)
        }
    }

    /// True when the accessory may begin to range because of the action, or of one inside of it.
    func mayRange(with name: AccessoryName) -> Bool {
        switch self {
        case .exchange(_, name, _), .session(.begin, name), .session(.run, name), .session(.resume, name), .system:
            true
        default: innerSteps.contains { $0.action.mayRange(with: name) }
        }
    }

    /// True when the phone may send the message because of this action, or in a retry while it lasts.
    func mayCauseSending(of message: MessageKind) -> Bool {
        switch self {
        case .exchange: message == .initialize || message == .shareableConfiguration
        case .stop: message == .stop
        // A removal can happen while time passes, and the retry for it sends all three.
        case .walk, .stay, .system: true
        case .session(let act, _): act.mayCauseSending(of: message)
        case .expect(let expectation), .await(let expectation):
            expectation.lasting != nil || expectation.outcome.alternatives.contains { $0.needsMessages }
        case .tampering, .simulating, .simulatingReader, .throughout, .together, .repeat:
            innerSteps.contains { $0.action.mayCauseSending(of: message) }
        case .present, .tearAway, .remove, .swap, .hold, .inspect, .openNotification, .followLink, .simulateReader:
            false
        // What is sent raw goes out as it was written.
        case .link, .forget, .send, .tap, .require, .place, .power, .simulate: false
        }
    }
}

extension SessionAct {
    fileprivate func mayCauseSending(of message: MessageKind) -> Bool {
        switch self {
        case .begin: message == .initialize || message == .shareableConfiguration
        case .run: message == .shareableConfiguration
        case .invalidate, .suspend, .resume: true
        case .pause: false
        }
    }
}

extension Outcome {
    /// True when the phone sends messages on the way to it, so that waiting for it may send them.
    fileprivate var needsMessages: Bool {
        switch self {
        case .retry, .sent, .received: true
        default: false
        }
    }
}

extension Count {
    /// True when the count asks that nothing happens.
    var forbids: Bool {
        switch self {
        case .exactly(let number), .atMost(let number): number == 0
        case .atLeast: false
        }
    }
}

extension Outcome {
    /// True when it says that something was opened or delivered, so that a tap or a link must come before it.
    var isOpening: Bool {
        switch self {
        case .opened, .delivered: true
        default: false
        }
    }
}

extension Outcome {
    /// True when it says that nothing is opened, which takes no user.
    var opensNothing: Bool { if case .opened(.nothing, _) = self { true } else { false } }
}

extension TagSetup {
    /// Whether some time passes between a notification and what it opens.
    func takesTime(isLocked: Bool) -> Bool {
        if isLocked { return true }
        if case .opens(let span) = answer { return span > .zero }
        return false
    }
}
