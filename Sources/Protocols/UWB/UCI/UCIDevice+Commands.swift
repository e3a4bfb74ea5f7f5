import Ground

extension UCIDevice {
    mutating func carryOut(_ command: UCICommand, at now: Instant) -> [UCIDeviceEffect] {
        switch command {
        case .deviceReset:
            return forgetSessions() + [Self.respond(.deviceReset(.ok)), Self.notify(.deviceStatus(.ready))]
        case .getDeviceInfo: return [Self.respond(.deviceInfo(.ok, info))]
        case .getCapabilities: return [Self.respond(.capabilities(.ok, capabilities))]
        case .setConfig(let list): return [Self.respond(set(list))]
        case .getConfig(let ids): return [Self.respond(config(ids))]
        case .queryTimestamp:
            return [Self.respond(.timestamp(.ok, UInt64(clamping: now.nanoseconds / 1000)))]
        case .sessionInit(let id, let type): return initialize(id, type)
        case .getSessionCount:
            return [Self.respond(.sessionCount(.ok, UInt8(clamping: sessions.count)))]
        case .sessionDeinit(let token), .setAppConfig(let token, _), .getAppConfig(let token, _),
            .getSessionState(let token), .start(let token), .stop(let token), .getRangingCount(let token):
            guard let index = sessions.firstIndex(where: { $0.token == token }) else {
                return [Self.respond(.refusal(command.kind, .sessionNotExist))]
            }
            return carryOut(command, on: index)
        case .updateMulticastList, .other:
            return [Self.respond(.refusal(command.kind, .unknownOpcode))]
        }
    }

    private mutating func carryOut(_ command: UCICommand, on index: Int) -> [UCIDeviceEffect] {
        let session = sessions[index]
        switch command {
        case .sessionDeinit:
            let effects = deinitialize(index)
            return [Self.respond(.sessionDeinit(.ok))] + effects
        case .setAppConfig(_, let configuration): return configure(index, configuration)
        case .getAppConfig(_, let ids): return [Self.respond(configuration(of: session, ids))]
        case .getSessionState: return [Self.respond(.sessionState(.ok, session.state))]
        case .start: return start(index)
        case .stop:
            guard session.state == .active else { return [Self.respond(.stop(.rejected))] }
            return [Self.respond(.stop(.ok))] + deactivate(index, .hostCommand)
        case .getRangingCount: return [Self.respond(.rangingCount(.ok, session.rangingCount))]
        case .deviceReset, .getDeviceInfo, .getCapabilities, .setConfig, .getConfig, .queryTimestamp, .sessionInit,
            .getSessionCount, .updateMulticastList, .other:
            return []
        }
    }

    private mutating func initialize(_ id: UInt32, _ type: SessionType) -> [UCIDeviceEffect] {
        let refusal: UCIStatus? =
            if type != .ranging {
                .invalidParameter
            } else if sessions.contains(where: { $0.id == id }) {
                .sessionDuplicate
            } else if sessions.count >= Self.maximumSessions {
                .maximumSessionsExceeded
            } else {
                nil
            }
        if let refusal { return [Self.respond(.sessionInit(refusal, handle: nil))] }
        let token = makeToken(id)
        sessions.append(DeviceSession(id: id, token: token))
        return [
            Self.respond(.sessionInit(.ok, handle: generation == .fira2 ? token : nil)),
            Self.notify(.sessionStatus(token, .initialized, .hostCommand)),
        ]
    }

    private mutating func deinitialize(_ index: Int) -> [UCIDeviceEffect] {
        let token = sessions[index].token
        let effects: [UCIDeviceEffect] =
            sessions[index].state == .active
            ? deactivate(index, to: .deinitialized, .hostCommand)
            : [Self.notify(.sessionStatus(token, .deinitialized, .hostCommand))]
        sessions.remove(at: index)
        return effects
    }

    private mutating func configure(_ index: Int, _ wanted: AppConfiguration) -> [UCIDeviceEffect] {
        var session = sessions[index]
        var refused: [RefusedParameter<AppConfigurationID>] = []
        for entry in wanted.entries {
            let isKnown = session.configuration[entry.id] != nil
            if session.state == .active && !AppConfigurationID.settableWhileActive.contains(entry.id) {
                refused.append(RefusedParameter(id: entry.id, status: .sessionActive))
            } else if !entry.id.allows(entry.value, generation: generation)
                || (!isKnown && session.configuration.count >= DeviceSession.maximumParameters)
            {
                refused.append(RefusedParameter(id: entry.id, status: .invalidParameter))
            } else {
                session.configuration[entry.id] = entry.value
            }
        }
        let becomesIdle = session.state == .initialized && session.isSufficient
        if becomesIdle { session.state = .idle }
        sessions[index] = session
        let response = UCIResponse.setAppConfig(refused.first?.status ?? .ok, refused)
        guard becomesIdle else { return [Self.respond(response)] }
        return [Self.respond(response), Self.notify(.sessionStatus(session.token, .idle, .hostCommand))]
    }

    private func configuration(of session: DeviceSession, _ ids: [AppConfigurationID]) -> UCIResponse {
        var answer = AppConfiguration()
        for id in ids.isEmpty ? session.configuration.entries.map(\.id) : ids {
            guard let value = session.configuration[id] else {
                return .appConfig(.invalidParameter, AppConfiguration())
            }
            answer[id] = value
        }
        return .appConfig(.ok, answer)
    }

    private mutating func start(_ index: Int) -> [UCIDeviceEffect] {
        let session = sessions[index]
        switch session.state {
        case .active: return [Self.respond(.start(.sessionActive))]
        case .idle: break
        default: return [Self.respond(.start(.sessionNotConfigured))]
        }
        guard let parameters = session.parameters else { return [Self.respond(.start(.invalidParameter))] }
        let isFirst = !sessions.contains { $0.state == .active }
        sessions[index].state = .active
        sessions[index].sequenceNumber = 0
        sessions[index].rangingCount = 0
        var states = [Self.notify(.sessionStatus(session.token, .active, .hostCommand))]
        if isFirst { states.insert(Self.notify(.deviceStatus(.active)), at: deviceFirst ? 0 : 1) }
        return [Self.respond(.start(.ok))] + states + [.sessionActive(session.id, parameters)]
    }

    private mutating func set(_ list: [CoreParameter]) -> UCIResponse {
        var refused: [RefusedParameter<UInt8>] = []
        for parameter in list {
            switch (parameter.id, parameter.value) {
            case (CoreParameter.deviceState, _):
                refused.append(RefusedParameter(id: parameter.id, status: .readOnly))
            case (CoreParameter.lowPowerMode, [0]): isLowPower = false
            case (CoreParameter.lowPowerMode, [1]): isLowPower = true
            default: refused.append(RefusedParameter(id: parameter.id, status: .invalidParameter))
            }
        }
        return .setConfig(refused.first?.status ?? .ok, refused)
    }

    private func config(_ ids: [UInt8]) -> UCIResponse {
        var list: [CoreParameter] = []
        for id in ids {
            switch id {
            case CoreParameter.deviceState: list.append(CoreParameter(id: id, value: [state.rawValue]))
            case CoreParameter.lowPowerMode: list.append(CoreParameter(id: id, value: [isLowPower ? 1 : 0]))
            default: return .config(.invalidParameter, [])
            }
        }
        return .config(.ok, list)
    }

    private var state: UCIDeviceState { sessions.contains { $0.state == .active } ? .active : .ready }
}
