import Ground

extension UCIHost {
    /// Initializes waiting sessions, except those with the id of a session that is still ending.
    mutating func initializeWaiting() {
        guard case .ready = phase else { return }
        for index in sessions.indices {
            guard case .waiting = sessions[index].stage else { continue }
            let id = sessions[index].id
            if sessions.count(where: { $0.id == id }) == 1 { initialize(index) }
        }
    }

    private mutating func initialize(_ index: Int) {
        sessions[index].stage = .initializing
        queue.add(.sessionInit(id: sessions[index].id, type: .ranging), for: sessions[index].owner)
    }

    /// Sends the next part of the configuration, or proceeds after the last one.
    private mutating func configure(_ index: Int, _ parts: [AppConfiguration], at now: Instant) {
        guard let token = sessions[index].token else { return }
        if let part = parts.first {
            sessions[index].stage = .configuring(rest: Array(parts.dropFirst()))
            queue.add(.setAppConfig(token, part), for: sessions[index].owner)
        } else if sessions[index].isIdle {
            start(index)
        } else {
            sessions[index].stage = .settling(until: now + Self.notificationTime)
        }
    }

    private mutating func start(_ index: Int) {
        guard let token = sessions[index].token else { return }
        sessions[index].stage = .starting(isAnswered: false, isActive: false, until: nil)
        queue.add(.start(token), for: sessions[index].owner)
    }

    private mutating func halt(_ index: Int) {
        guard let token = sessions[index].token else { return }
        sessions[index].stage = .stopping(isAnswered: false, isIdle: false, until: nil)
        queue.add(.stop(token), for: sessions[index].owner)
    }

    /// Deletes the session from the device; one that the device never had is only dropped here.
    private mutating func end(_ index: Int, reporting reason: SessionReason?) -> [UWBHostEffect] {
        _ = queue.withdraw(sessions[index].owner)
        guard let token = sessions[index].token else { return forget(index, reporting: reason) }
        sessions[index].stage = .ending(reason)
        queue.add(.sessionDeinit(token), for: sessions[index].owner)
        return []
    }

    private mutating func forget(_ index: Int, reporting reason: SessionReason?) -> [UWBHostEffect] {
        let session = sessions.remove(at: index)
        _ = queue.withdraw(session.owner)
        initializeWaiting()
        return reason.map { [.sessionStopped(session.id, SessionEnd($0))] } ?? []
    }

    /// Ends a session that cannot start ranging; if a stop was requested anyway, reports it as stopped.
    private mutating func fail(_ index: Int, _ reason: String) -> [UWBHostEffect] {
        if sessions[index].isStopWanted { return end(index, reporting: .hostCommand) }
        return [.sessionFailed(sessions[index].id, reason)] + end(index, reporting: nil)
    }

    mutating func stop(_ index: Int) -> [UWBHostEffect] {
        switch sessions[index].stage {
        case .waiting, .settling: return end(index, reporting: .hostCommand)
        case .initializing, .configuring, .starting(isAnswered: false, _, _):
            if queue.withdraw(sessions[index].owner) { return end(index, reporting: .hostCommand) }
            sessions[index].isStopWanted = true
        case .starting(isAnswered: true, _, _), .active: halt(index)
        case .stopping, .ending: break
        }
        return []
    }

    mutating func receive(
        _ response: UCIResponse, to exchange: CommandQueue.Exchange, for index: Int, at now: Instant
    ) -> [UWBHostEffect] {
        switch (sessions[index].stage, response) {
        case (.initializing, .sessionInit(let status, let handle)):
            return initialized(index, status, handle, isRepeated: exchange.tries > 1, at: now)
        case (.configuring(let rest), .setAppConfig(let status, let refused)):
            guard status == .ok else { return fail(index, Self.refusal(response, refused)) }
            if sessions[index].isStopWanted { return end(index, reporting: .hostCommand) }
            configure(index, rest, at: now)
        case (.starting(_, let isActive, _), .start(let status)):
            let isStarted = status == .ok || (status == .sessionActive && exchange.tries > 1)
            guard isStarted else { return fail(index, Self.refusal(response, [])) }
            if sessions[index].isStopWanted {
                halt(index)
            } else if isActive {
                sessions[index].stage = .active
                return [.sessionStarted(sessions[index].id)]
            } else {
                let until = now + Self.notificationTime
                sessions[index].stage = .starting(isAnswered: true, isActive: false, until: until)
            }
        case (.stopping(_, let isIdle, _), .stop(let status)):
            // A refused stop means that the session is no longer ranging.
            if status != .ok || isIdle { return end(index, reporting: .hostCommand) }
            let until = now + Self.notificationTime
            sessions[index].stage = .stopping(isAnswered: true, isIdle: false, until: until)
        case (.ending(let reason), .sessionDeinit(let status)):
            let effects = forget(index, reporting: reason)
            guard status != .ok && status != .sessionNotExist else { return effects }
            return [.finding(Finding("uci.session", .warning, Self.refusal(response, [])))] + effects
        default: break  // the answer to a command that a notification has overtaken
        }
        return []
    }

    private mutating func initialized(
        _ index: Int, _ status: UCIStatus, _ handle: SessionToken?, isRepeated: Bool, at now: Instant
    ) -> [UWBHostEffect] {
        // The response to the first try was lost; on FiRa 2.x the handle was lost with it.
        let isThere = status == .sessionDuplicate && isRepeated && generation == .fira1
        guard status == .ok || isThere else {
            return fail(index, Self.refusal(.sessionInit(status, handle: handle), []))
        }
        generation = handle == nil ? .fira1 : .fira2
        sessions[index].token = handle ?? SessionToken(rawValue: sessions[index].id)
        if sessions[index].isStopWanted { return end(index, reporting: .hostCommand) }
        configure(index, sessions[index].parameters.configuration.split(), at: now)
        return []
    }

    private static func refusal(
        _ response: UCIResponse, _ refused: [RefusedParameter<AppConfigurationID>]
    ) -> String {
        let status = response.status.map { "\($0)" } ?? "no status"
        let list = refused.map { "parameter \($0.id) with \($0.status)" }.joined(separator: ", ")
        return "\(response.kind) was refused with \(status)" + (list.isEmpty ? "" : ": \(list)")
    }

    mutating func receive(
        _ state: SessionState, _ reason: SessionReason, for index: Int, at now: Instant
    ) -> [UWBHostEffect] {
        if state == .idle { sessions[index].isIdle = true }
        if state == .deinitialized { return deinitialized(index, reason) }
        switch (sessions[index].stage, state) {
        case (.settling, .idle) where reason == .hostCommand:
            start(index)
        case (.starting(let isAnswered, _, _), .active):
            guard isAnswered else {
                sessions[index].stage = .starting(isAnswered: false, isActive: true, until: nil)
                return []
            }
            sessions[index].stage = .active
            return [.sessionStarted(sessions[index].id)]
        case (.stopping(let isAnswered, _, _), .idle):
            if isAnswered { return end(index, reporting: .hostCommand) }
            sessions[index].stage = .stopping(isAnswered: false, isIdle: true, until: nil)
        case (.active, .idle):
            return [.sessionStopped(sessions[index].id, SessionEnd(reason))] + end(index, reporting: nil)
        case (.starting, .idle) where reason == .stoppedByPeer:
            return [.sessionStopped(sessions[index].id, SessionEnd(reason))] + end(index, reporting: nil)
        case (.configuring, _), (.settling, _), (.starting, _):
            guard reason != .hostCommand else { return [] }
            return fail(index, "the device went to \(state) for the reason \(reason)")
        default: break
        }
        return []
    }

    /// Handles a session that the device deleted. If SESSION_DEINIT is in flight, its response ends the session.
    private mutating func deinitialized(_ index: Int, _ reason: SessionReason) -> [UWBHostEffect] {
        switch sessions[index].stage {
        case .ending: return []
        case .active: return forget(index, reporting: reason)
        case .stopping: return forget(index, reporting: .hostCommand)
        case .waiting, .initializing, .configuring, .settling, .starting:
            sessions[index].token = nil
            return fail(index, "the device ended the session for the reason \(reason)")
        }
    }

    mutating func receive(_ info: SessionInfo, into effects: inout [UWBHostEffect]) {
        guard let index = sessions.firstIndex(where: { $0.token == info.token }) else { return }
        switch sessions[index].stage {
        case .active: break
        case .starting(isAnswered: true, _, _):
            sessions[index].stage = .active
            effects.append(.sessionStarted(sessions[index].id))
        case .waiting, .initializing, .configuring, .settling, .starting, .stopping, .ending: return
        }
        // Sequence numbers increase (uwb.md 3), so a repeated one is a duplicated packet. On a device that does
        // not count, they are all 0, and failed rounds look identical.
        let isCounted = info.sequenceNumber > 0
        if sessions[index].lastRound == info, isCounted || info.hasDistance {
            let meaning = "SESSION_INFO_NTF of round \(info.sequenceNumber) came twice, and is taken once"
            effects.append(.finding(Finding("uci.repeatedRound", isCounted ? .warning : .note, meaning, offset: 4)))
            return
        }
        sessions[index].lastRound = info
        switch info.measurements {
        case .twoWayRanging(let list):
            effects.append(.measurements(sessions[index].id, list.map { RangingMeasurement($0) }))
        case .other(let kind, _, _):
            let meaning = "SESSION_INFO_NTF has measurements of the kind \(kind), which is not two-way ranging"
            effects.append(.finding(Finding("uci.session", .warning, meaning, offset: 17)))
        }
    }

    /// Handles a notification that did not arrive in time.
    mutating func giveUpNotification(_ index: Int) -> [UWBHostEffect] {
        switch sessions[index].stage {
        case .settling:
            return fail(index, "the device did not become IDLE within \(Self.notificationTime) of its configuration")
        case .starting:
            return fail(index, "the device did not become ACTIVE within \(Self.notificationTime) of RANGE_START")
        case .stopping:
            let meaning = "device did not become IDLE within \(Self.notificationTime) of RANGE_STOP"
            return [.finding(Finding("uci.session", .warning, meaning))] + end(index, reporting: .hostCommand)
        case .waiting, .initializing, .configuring, .active, .ending: return []
        }
    }
}
