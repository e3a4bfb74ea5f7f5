import Ground
import Links
import UWB

extension FieldMap {
    /// Returns a recorded message to the kit with live addresses and sessions substituted; anything else is
    /// unchanged.
    func outbound(_ outbound: Outbound) -> Outbound {
        guard case .kit(.bytes(let bytes)) = outbound, let packet = UCIPacket(whole: bytes), packet.type == .command,
            let command = try? UCICommand(decoding: packet)
        else { return outbound }
        let mapped = mapped(command)
        return mapped == command ? outbound : .kit(.bytes(mapped.packet.encoded))
    }

    private func mapped(_ command: UCICommand) -> UCICommand {
        switch command {
        case .setAppConfig(let token, let configuration):
            .setAppConfig(liveSession(token), mapped(configuration))
        case .updateMulticastList(let token, let action, let controlees):
            .updateMulticastList(
                liveSession(token), action,
                controlees.map { controlee in
                    var mapped = controlee
                    mapped.address = liveAddress(controlee.address)
                    return mapped
                })
        case .sessionDeinit(let token): .sessionDeinit(liveSession(token))
        case .getAppConfig(let token, let ids): .getAppConfig(liveSession(token), ids)
        case .getSessionState(let token): .getSessionState(liveSession(token))
        case .start(let token): .start(liveSession(token))
        case .stop(let token): .stop(liveSession(token))
        case .getRangingCount(let token): .getRangingCount(liveSession(token))
        case .deviceReset, .getDeviceInfo, .getCapabilities, .setConfig, .getConfig, .queryTimestamp, .sessionInit,
            .getSessionCount, .other:
            command
        }
    }

    private func mapped(_ configuration: AppConfiguration) -> AppConfiguration {
        var mapped = configuration
        guard let list = configuration[.destinationMACAddress], list.count.isMultiple(of: 2) else { return mapped }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: list.count, by: 2) {
            let address = ShortMACAddress(rawValue: UInt16(list[place]) | UInt16(list[place + 1]) << 8)
            bytes.append(little: liveAddress(address).rawValue)
        }
        mapped[.destinationMACAddress] = bytes
        return mapped
    }

    /// Compares two kit messages by what they report of the session; what the kit reports of itself may differ.
    mutating func contrast(kit recorded: [UInt8], _ live: [UInt8]) -> ArrivalComparison {
        guard recorded != live || UCIPacket(whole: recorded)?.opensSession == true else { return .same }
        guard let then = UCIPacket(whole: recorded), let now = UCIPacket(whole: live), then.type == now.type,
            then.group == now.group, then.opcode == now.opcode
        else { return .otherKind }
        if then.type == .notification { return contrast(notification: then, now) }
        guard let then = try? UCIResponse(decoding: then), let now = try? UCIResponse(decoding: now) else {
            return .differs(nil)
        }
        return contrast(then, now)
    }

    private mutating func contrast(_ then: UCIResponse, _ now: UCIResponse) -> ArrivalComparison {
        guard then.status == now.status else { return .differs(nil) }
        switch (then, now) {
        case (.sessionInit(_, let recorded?), .sessionInit(_, let live?)):
            return ArrivalComparison(match(.session, recorded: recorded.bytes, live: live.bytes))
        case (.sessionState(_, let recorded), .sessionState(_, let live)):
            return recorded == live ? .same : .differs(nil)
        case (.setAppConfig(_, let recorded), .setAppConfig(_, let live)):
            return recorded == live ? .same : .differs(nil)
        case (.updateMulticastList(_, let recorded), .updateMulticastList(_, let live)):
            return recorded?.map(\.status) == live?.map(\.status) ? .same : .differs(nil)
        default: return .same
        }
    }

    private func contrast(notification then: UCIPacket, _ now: UCIPacket) -> ArrivalComparison {
        guard let then = try? UCINotification(decoding: then), let now = try? UCINotification(decoding: now) else {
            return .differs(nil)
        }
        let isSame =
            switch (then, now) {
            case (.sessionStatus(let recorded, let state, let reason), .sessionStatus(let live, let other, let why)):
                liveSession(recorded) == live && state == other && reason == why
            case (.multicastList(let recorded), .multicastList(let live)):
                liveSession(recorded.token) == live.token
                    && recorded.controlees.map { liveAddress($0.address) } == live.controlees.map(\.address)
                    && recorded.controlees.map(\.status) == live.controlees.map(\.status)
            default: then == now
            }
        return isSame ? .same : .differs(nil)
    }
}

extension UCIPacket {
    /// Whether the packet may hold a session handle, which must be matched even if both are equal.
    fileprivate var opensSession: Bool {
        type == .response && UCIKind(group, opcode) == .sessionInit
    }
}
