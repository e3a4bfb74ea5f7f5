import Ground

// The kit's output.
extension CLIHost {
    mutating func receive(_ message: CLIMessage, at now: Instant) -> [UWBHostEffect] {
        switch message {
        case .status(let fields):
            guard exchange?.command == .status else { return [] }
            if case .greeting = phase { name = Self.name(from: fields) }
            return answered(at: now)
        case .ok: return receiveOK(at: now)
        case .refused(let text): return receiveRefusal(text, at: now)
        case .parameters(let list):
            guard case .starting(let isAnswered, _, _)? = sessions.first?.stage else { return [] }
            sessions[0].contradiction = Self.contradiction(of: list, to: sessions[0].parameters)
            if isAnswered, sessions[0].contradiction != nil { sessions[0].stage = .stopping }
            return pump(at: now)
        case .state("ACTIVE", _): return receiveActive(at: now)
        case .state("IDLE", let reason), .state("DEINIT", let reason):
            return receiveEnd(SessionEnd(cli: reason), at: now)
        case .stopped(let reason): return receiveEnd(SessionEnd(cli: reason), at: now)
        case .round(let round): return receive(round, at: now)
        // An echo, help, diagnostics, other states.
        case .state, .heard, .other: return []
        }
    }

    private mutating func receiveOK(at now: Instant) -> [UWBHostEffect] {
        switch (exchange?.command, exchange?.stage) {
        case (.status, .settling): return settle(at: now)
        case (.stop, .sent): return answered(at: now)
        case (.range, .sent):
            _ = answered(at: now)
            guard let session = sessions.first, case .starting(_, let isActive, _) = session.stage else { return [] }
            if session.isStopWanted || session.contradiction != nil {
                sessions[0].stage = .stopping
                return pump(at: now)
            }
            sessions[0].stage = .starting(
                isAnswered: true, isActive: isActive, until: isActive ? nil : now + Self.startingTime)
            return isActive ? activate() : []
        case (.status, .sent), (.stop, .settling), (.range, .settling), (nil, _), (_, nil): return []
        }
    }

    private mutating func receiveRefusal(_ text: String, at now: Instant) -> [UWBHostEffect] {
        guard let command = exchange?.command, case .sent? = exchange?.stage else { return [] }
        switch command {
        // The refusal of whatever the line end before STAT discarded.
        case .status: return []
        // There was nothing to stop.
        case .stop: return answered(at: now)
        case .range:
            _ = answered(at: now)
            let session = sessions.removeFirst()
            // Another application may be running.
            mustStop = true
            let end: UWBHostEffect =
                session.isStopWanted
                ? .sessionStopped(session.id, .hostCommand)
                : .sessionFailed(session.id, "\(command.name) was refused with \"\(text.escapedForDisplay)\"")
            return [end] + pump(at: now)
        }
    }

    private mutating func receiveActive(at now: Instant) -> [UWBHostEffect] {
        guard case .starting(let isAnswered, _, _)? = sessions.first?.stage else { return [] }
        if isAnswered { return activate() }
        sessions[0].stage = .starting(isAnswered: false, isActive: true, until: nil)
        return []
    }

    private mutating func activate() -> [UWBHostEffect] {
        sessions[0].stage = .active
        return [.sessionStarted(sessions[0].id)]
    }

    private mutating func receiveEnd(_ end: SessionEnd, at now: Instant) -> [UWBHostEffect] {
        switch sessions.first?.stage {
        case .stopping:
            guard exchange?.command == .stop else { return [] }
            return answered(at: now)
        case .active:
            let session = sessions.removeFirst()
            // The application keeps running without a session: a responder does not restart by itself.
            mustStop = true
            let told: SessionEnd = if case .hostCommand = end { .trouble("it stopped by itself") } else { end }
            return [.sessionStopped(session.id, told)] + pump(at: now)
        // IDLE precedes ACTIVE.
        case .starting, .waiting, nil: return []
        }
    }

    private mutating func receive(_ round: CLIMessage.Round, at now: Instant) -> [UWBHostEffect] {
        var effects: [UWBHostEffect] = []
        switch sessions.first?.stage {
        case .active: break
        // Older firmware does not report states.
        case .starting(isAnswered: true, _, _): effects += activate()
        case .starting, .stopping, .waiting, nil: return []
        }
        if !round.heading.isEmpty, sessions[0].lastRound?.heading == round.heading {
            let meaning = "a ranging round came twice, and is taken once"
            return effects + [.finding(Finding("cli.repeatedRound", .warning, meaning))]
        }
        sessions[0].lastRound = round
        let count = round.heading.first { $0.name == "n_measurements" }.flatMap { Int($0.value) }
        guard count == nil || count == round.measurements.count else {
            let meaning = "a ranging round has not the measurements that it announces"
            return effects + [.finding(Finding("cli.malformed", .warning, meaning))]
        }
        return effects + [.measurements(sessions[0].id, round.measurements.map { RangingMeasurement($0) })]
    }

    /// Handles a start after which neither ACTIVE nor a round arrived.
    mutating func giveUpStart(at now: Instant) -> [UWBHostEffect] {
        guard case .starting(isAnswered: true, _, _)? = sessions.first?.stage else { return [] }
        let session = sessions.removeFirst()
        mustStop = true
        return [.sessionFailed(session.id, "the device did not become ACTIVE within \(Self.startingTime) of its start")]
    }

    /// Returns the kit's description of itself, from the fields that are present.
    private static func name(from fields: [CLIMessage.Parameter]) -> String {
        let told = ["Device", "Version", "UWB stack"].compactMap { key in
            fields.first { $0.name == key }.map { "\(key) \($0.value)" }
        }
        return "CLI firmware" + (told.isEmpty ? "" : ", ") + told.joined(separator: ", ").escapedForDisplay
    }

    /// Returns the difference between the parameters the kit prints and those of the command, or nil if they agree.
    private static func contradiction(of list: [CLIMessage.Parameter], to wanted: RangingParameters) -> String? {
        for parameter in CLIMessage.parameters(of: wanted) where parameter.name != "HOPPING_MODE" {
            guard let taken = list.first(where: { $0.name == parameter.name })?.value,
                taken.lowercased() != parameter.value.lowercased()
            else { continue }
            return "the kit took \(parameter.name) as \(taken.escapedForDisplay) and not as \(parameter.value)"
        }
        return nil
    }
}

extension RangingMeasurement {
    /// Creates a measurement; it has a distance only if the firmware reports success.
    public init(_ measurement: CLIMessage.Measurement) {
        let isGood = ["SUCCESS", "Ok"].contains(measurement.status)
        let millimetres = measurement.centimetres.flatMap { Int32(exactly: $0) }.map {
            $0.multipliedReportingOverflow(by: 10)
        }
        var distance: Distance?
        if isGood, let millimetres, !millimetres.overflow { distance = .millimetres(millimetres.partialValue) }
        self.init(
            peer: ShortMACAddress(rawValue: measurement.address), distance: distance,
            failure: isGood ? nil : RangingFailure(cli: measurement.status))
    }
}

extension SessionEnd {
    /// Parses the firmware's reason. For the peer's stop and for limits, only the older firmware's wording is known.
    init(cli reason: String) {
        let text = reason.lowercased()
        if text.contains("inband") || text.contains("in-band") || text.contains("in band") {
            self = .stoppedByPeer
        } else if text.hasPrefix("max") {
            self = .limitReached(reason.escapedForDisplay)
        } else if text == "stop request" || text.contains("session management commands") {
            self = .hostCommand
        } else {
            self = .trouble(reason.escapedForDisplay)
        }
    }
}
