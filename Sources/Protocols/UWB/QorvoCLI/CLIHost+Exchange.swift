import Ground

// The line in flight: sending, answering, repeating and giving up.
extension CLIHost {
    mutating func send(_ command: CLICommand, at now: Instant) -> [UWBHostEffect] {
        exchange = Exchange(
            command: command, tries: 1, stage: .sent(deadline: now + Self.responseTime))
        return [.send(command.encoded)]
    }

    /// Sends the next pending line if none is in flight.
    mutating func pump(at now: Instant) -> [UWBHostEffect] {
        guard case .ready = phase, exchange == nil else { return [] }
        if mustStop { return send(.stop, at: now) }
        guard let session = sessions.first else { return [] }
        switch session.stage {
        case .stopping: return send(.stop, at: now)
        case .waiting:
            sessions[0].stage = .starting(isAnswered: false, isActive: false, until: nil)
            return send(.range(session.parameters), at: now)
        case .starting, .active: return []
        }
    }

    mutating func resend(at now: Instant) -> [UWBHostEffect] {
        guard let exchange else { return [] }
        self.exchange?.tries += 1
        self.exchange?.stage = .sent(deadline: now + Self.responseTime)
        return [.send(exchange.command.encoded)]
    }

    mutating func goOnWithoutAnswer(at now: Instant) -> [UWBHostEffect] {
        guard let exchange else { return [] }
        // A start is not repeated: a kit that received it is ranging and would refuse the second one.
        if case .range = exchange.command { return fail("the device did not answer to \(exchange.command.name)") }
        guard exchange.tries < Self.maximumTries else {
            return fail("the device did not answer to \(exchange.command.name), sent \(exchange.tries) times")
        }
        guard case .greeting = phase, exchange.tries == 1 else { return resend(at: now) }
        phase = .probing(until: now + Self.probingTime)
        self.exchange?.stage = .sent(deadline: .never)
        // CORE_GET_DEVICE_INFO. CLI firmware keeps it in its line buffer until the next line end.
        return [.send([0x20, 0x02, 0x00, 0x00])]
    }

    /// Records that the line in flight was answered; more output of the answer may still arrive.
    mutating func answered(at now: Instant) -> [UWBHostEffect] {
        guard let exchange, case .sent = exchange.stage else { return [] }
        switch exchange.command {
        case .status: self.exchange?.stage = .settling(until: now + Self.settlingTime)
        case .stop: self.exchange?.stage = .settling(until: now + Self.stoppingTime)
        case .range: self.exchange = nil
        }
        return []
    }

    /// Completes an answered line, so that the next one may be sent.
    mutating func settle(at now: Instant) -> [UWBHostEffect] {
        guard let ended = exchange else { return [] }
        exchange = nil
        switch (phase, ended.command) {
        case (.greeting, .status):
            phase = .quieting
            return send(.stop, at: now)
        case (.quieting, .stop):
            phase = .ready
            return [.ready(name)] + pump(at: now)
        case (_, .stop):
            mustStop = false
            guard let session = sessions.first, case .stopping = session.stage else { return [] }
            sessions.removeFirst()
            return
                (session.contradiction.map { [.sessionFailed(session.id, $0)] }
                ?? [.sessionStopped(session.id, .hostCommand)]) + pump(at: now)
        default: return pump(at: now)
        }
    }

    /// Gives up on the kit, and sends STOP in case it can still receive.
    mutating func fail(_ reason: String) -> [UWBHostEffect] {
        let mayRange = !sessions.allSatisfy(\.isWaiting)
        abandon()
        return (mayRange ? [.send(CLICommand.stop.encoded)] : []) + [.failed(reason)]
    }
}
