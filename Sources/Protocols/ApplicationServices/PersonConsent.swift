public import Ground

/// The person's reaction to the system's prompt on a device.
public struct ConsentPolicy: Hashable, Codable, Sendable {
    public enum Answer: String, Hashable, Codable, Sendable {
        case allows, refuses, neverAnswers
    }

    public let answer: Answer
    public let delay: Lapse

    public init(_ answer: Answer, after delay: Lapse = .seconds(1)) {
        self.answer = answer
        self.delay = delay
    }
}

/// The system's prompt on a device, and the person's answer.
public struct PersonConsent: Hashable, Sendable {
    public enum Input: Hashable, Sendable {
        case ask(ConsentPolicy)
        /// The screen no longer needs an answer.
        case withdraw
        case timePasses
    }

    public enum Effect: Hashable, Sendable {
        case prompt
        case answer(isAllowed: Bool)
    }

    private enum State: Hashable {
        case idle
        case asked(isAllowed: Bool, due: Instant?)
        case answered
    }

    private var state = State.idle

    public init() {}

    /// The instant of the person's answer; nil if there is no prompt or never an answer.
    public var deadline: Instant? { if case .asked(_, let due) = state { due } else { nil } }

    public mutating func receive(_ input: Input, at now: Instant) -> [Effect] {
        switch (state, input) {
        case (.idle, .ask(let policy)):
            let due = policy.answer == .neverAnswers ? nil : now + policy.delay
            state = .asked(isAllowed: policy.answer == .allows, due: due)
            return [.prompt]
        case (.asked(let isAllowed, let due?), .timePasses) where due <= now:
            state = .answered
            return [.answer(isAllowed: isAllowed)]
        case (.asked, .withdraw), (.idle, .withdraw):
            state = .answered
            return []
        case (.asked, .timePasses), (.idle, .timePasses), (.answered, .timePasses), (.answered, .withdraw),
            (.answered, .ask), (.asked, .ask):
            return []
        }
    }
}
