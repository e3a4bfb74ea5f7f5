extension Action {
    /// True when the action can fail because of the accessory.
    var checksSomething: Bool {
        switch self {
        case .connect, .exchange, .stop, .disconnect, .expect: true
        case .walk(let course): !course.crossings.isEmpty
        case .stay(_, let checks), .tap(_, _, let checks): !checks.isEmpty
        case .losing(_, _, let steps), .repeat(_, let steps): steps.contains { $0.action.checksSomething }
        }
    }

    var isExchange: Bool {
        if case .exchange = self { true } else { false }
    }

    /// True when the phone may send the message because of this action, or in a retry while it lasts.
    func mayCauseSending(of message: MessageName) -> Bool {
        switch self {
        case .exchange: message == .initialize || message == .shareableConfiguration
        case .stop: message == .stop
        // A removal can happen while time passes, and the retry for it sends all three.
        case .walk, .stay: true
        case .expect(let expectation): if case .retry = expectation.outcome { true } else { false }
        case .losing(_, _, let steps), .repeat(_, let steps):
            steps.contains { $0.action.mayCauseSending(of: message) }
        case .connect, .tap, .disconnect: false
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
