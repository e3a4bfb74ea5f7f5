import Ground

extension UCIHost {
    mutating func reset(attempt: Int) {
        phase = .resetting(attempt: attempt, sawReady: false)
        queue.add(.deviceReset(configuration: 0), for: .device)
    }

    /// Handles a READY that did not arrive, or did not arrive a second time.
    mutating func giveUpReady(attempt: Int, sawReady: Bool) -> [UWBHostEffect] {
        if sawReady {
            identify()
        } else if attempt < Self.maximumResets {
            reset(attempt: attempt + 1)
        } else {
            return fail("the device did not become READY after \(attempt) resets")
        }
        return []
    }

    /// Queries a device that does not answer UCI in the text protocol of CLI firmware (uwb.md 4.4).
    mutating func probe(instead failure: String, at now: Instant) -> [UWBHostEffect] {
        queue = CommandQueue()
        letters = 0
        phase = .probing(failure: failure, until: now + Self.probingTime)
        return [.send(Array("\r\nSTAT\r\n".utf8))]
    }

    /// Checks the answer of a device that does not speak UCI. Three letters indicate text, because no packet header
    /// contains three.
    mutating func hear(_ bytes: [UInt8], instead failure: String) -> [UWBHostEffect] {
        letters += bytes.count { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        guard letters >= 3 else { return [] }
        return fail("\(failure); it answers with text, as CLI firmware does: write its port as cli:/dev/…")
    }

    private mutating func identify() {
        phase = .identifying
        queue.add(.getDeviceInfo, for: .device)
    }

    mutating func receive(_ response: UCIResponse, at now: Instant, into effects: inout [UWBHostEffect]) {
        guard queue.inFlight?.command.kind == response.kind else {
            if queue.keepLate(response) { return }
            effects.append(
                .finding(Finding("uci.device", .warning, "response to \(response.kind) came, which was not in flight")))
            return
        }
        if response.status == .commandRetry {
            effects += resend("wants yet another try as its answer", at: now)
            return
        }
        if let doubted = queue.doubted?.exchange {
            effects += resolve(doubted, by: response, at: now)
        } else {
            effects += complete(response, at: now)
        }
    }

    /// Completes the command in flight with its own response, or with one inferred from another.
    mutating func complete(_ response: UCIResponse, at now: Instant) -> [UWBHostEffect] {
        guard let exchange = queue.complete(response.kind) else { return [] }
        switch exchange.owner {
        case .device: return receive(response, at: now)
        case .session(let serial):
            guard let index = index(of: serial) else { return [] }
            return receive(response, to: exchange, for: index, at: now)
        }
    }

    private mutating func receive(_ response: UCIResponse, at now: Instant) -> [UWBHostEffect] {
        switch (phase, response) {
        case (.resetting(let attempt, let sawReady), .deviceReset(.ok)):
            let until = now + (sawReady ? Self.settlingTime : Self.notificationTime)
            phase = .restarting(attempt: attempt, sawReady: sawReady, until: until)
            return []
        case (.identifying, .deviceInfo(.ok, let info?)):
            phase = .ready
            initializeWaiting()
            return [.ready("\(info)")]
        case (.ready, .deviceInfo):
            return []  // it was asked only for an answer
        default:
            let status = response.status.map { "\($0)" } ?? "no status"
            return fail("the device answered \(status) to \(response.kind)")
        }
    }

    mutating func receive(_ notification: UCINotification, at now: Instant, into effects: inout [UWBHostEffect]) {
        switch notification {
        case .sessionInfo(let info): receive(info, into: &effects)
        case .sessionStatus(let token, let state, let reason):
            guard let index = sessions.firstIndex(where: { $0.token == token }) else { return }
            effects += receive(state, reason, for: index, at: now)
        case .deviceStatus(let state): effects += receive(state)
        case .genericError(.commandRetry): effects += resend("wants yet another try as its answer", at: now)
        case .genericError(let status):
            effects.append(.finding(Finding("uci.device", .warning, "device reports the error \(status)")))
        case .multicastList, .other: break
        }
    }

    private mutating func receive(_ state: UCIDeviceState) -> [UWBHostEffect] {
        switch (state, phase) {
        case (.error, .resetting):
            return [.finding(Finding("uci.device", .warning, "device was in the state ERROR before its reset"))]
        case (.error, _):
            return fail("the device reports the state ERROR")
        case (.ready, .resetting(let attempt, _)):
            phase = .resetting(attempt: attempt, sawReady: true)
        case (.ready, .restarting):
            identify()
        case (.ready, .ready):
            return sessions.filter(\.isActive).map { session in
                let meaning = "device says READY while session \(session.id) ranges: it may have restarted"
                return .finding(Finding("uci.device", .warning, meaning))
            }
        default: break
        }
        return []
    }
}
