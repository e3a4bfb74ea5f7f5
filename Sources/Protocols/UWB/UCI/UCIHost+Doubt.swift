import Ground

// A command without a timely response: either it was lost, or its response was.
extension UCIHost {
    /// Handles a missing response. SESSION_INIT, RANGE_START and RANGE_STOP are not repeated blindly: a device that
    /// received the first one would see a duplicate session, a start while ranging, or a stop while not ranging. All
    /// other commands can safely be repeated.
    mutating func goOnWithoutAnswer(at now: Instant) -> [UWBHostEffect] {
        if queue.doubted?.answer != nil, let late = queue.endDoubt() { return complete(late, at: now) }
        if queue.doubted == nil, let exchange = queue.inFlight, let question = question(about: exchange.command),
            let bytes = queue.ask(question, at: now)
        {
            return [.send(bytes)]
        }
        return resend("did not answer", at: now)
    }

    /// Returns the query that shows whether a command was received (uwb.md 1.6).
    private func question(about command: UCICommand) -> UCICommand? {
        switch command {
        case .sessionInit(let id, _):
            generation == .fira2 ? .getSessionCount : .getSessionState(SessionToken(rawValue: id))
        case .start(let token), .stop(let token): .getSessionState(token)
        default: nil
        }
    }

    /// Draws the conclusion about the command from the response to the query.
    mutating func resolve(
        _ doubted: CommandQueue.Exchange, by response: UCIResponse, at now: Instant
    ) -> [UWBHostEffect] {
        if queue.doubted?.answer == nil, case .sessionInit = doubted.command, generation == nil,
            response.kind == .getSessionState, response.status != .ok, let bytes = queue.ask(.getSessionCount, at: now)
        {
            return [.send(bytes)]  // not known by its id: never made, or known by a handle
        }
        if let late = queue.endDoubt() { return complete(late, at: now) }
        switch (doubted.command, response) {
        case (.sessionInit, .sessionState(.ok, _)): return complete(.sessionInit(.ok, handle: nil), at: now)
        case (.sessionInit, .sessionCount(.ok, let count?)) where Int(count) > sessions.count(where: \.isOnDevice):
            return fail("the device's answer to SESSION_INIT was lost, and the session's handle with it")
        case (.start, .sessionState(.ok, .active?)):
            note(doubted) { $0.stage = .starting(isAnswered: false, isActive: true, until: nil) }
            return complete(.start(.ok), at: now)
        case (.stop, .sessionState(.ok, let state?)) where state != .active:
            note(doubted) { $0.stage = .stopping(isAnswered: false, isIdle: true, until: nil) }
            return complete(.stop(.ok), at: now)
        case (.start, _) where response.status == .sessionNotExist:
            return complete(.start(.sessionNotExist), at: now)
        case (.stop, _) where response.status == .sessionNotExist:
            return complete(.stop(.sessionNotExist), at: now)
        default: return resend("did not answer", at: now)
        }
    }

    private mutating func note(_ exchange: CommandQueue.Exchange, _ change: (inout HostSession) -> Void) {
        guard let place = sessions.firstIndex(where: { $0.owner == exchange.owner }) else { return }
        change(&sessions[place])
    }
}

extension HostSession {
    /// Whether the session is known to exist on the device.
    fileprivate var isOnDevice: Bool { token != nil }
}
