import Ground
import UWB

// One line for each message of the kit, in the standard's terms (uwb.md 1.4 to 3.2).

extension UCICommand {
    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .deviceReset, .getDeviceInfo, .getCapabilities, .queryTimestamp, .getSessionCount: "\(kind)"
        case .setConfig(let list):
            "\(kind) \(list.map { "\($0.id.hexadecimal)=\($0.value.hex)" }.joined(separator: ", "))"
        case .getConfig(let ids): "\(kind) \(ids.map(\.hexadecimal).joined(separator: ", "))"
        case .sessionInit(let id, let type):
            "\(kind) \(style.session(id))" + (type == .ranging ? "" : ", type \(type.rawValue.hexadecimal)")
        case .setAppConfig(let token, let configuration):
            "\(kind) \(style.session(token.rawValue)): \(configuration.text(&style))"
        case .getAppConfig(let token, let ids):
            "\(kind) \(style.session(token.rawValue)): "
                + (ids.isEmpty ? "all" : ids.map(\.nameOrNumber).joined(separator: ", "))
        case .updateMulticastList(let token, let action, let controlees):
            "\(kind) \(style.session(token.rawValue)), action \(action.rawValue): \(Self.text(controlees, &style))"
        case .sessionDeinit(let token), .getSessionState(let token), .start(let token), .stop(let token),
            .getRangingCount(let token):
            "\(kind) \(style.session(token.rawValue))"
        case .other(_, _, let payload): "\(kind): \(payload.shown())"
        }
    }

    private static func text(_ controlees: [Controlee], _ style: inout MeaningStyle) -> String {
        controlees.map { style.address(UInt64($0.address.rawValue), text: $0.address.description) }
            .joined(separator: ", ")
    }
}

extension UCIResponse {
    func text(_ style: inout MeaningStyle) -> String {
        let name = "\(kind) answered"
        guard let status else { return "\(name) nothing" }
        let head = "\(name) \(status == .ok ? "OK" : status.description)"
        return switch self {
        case .deviceInfo(_, let info?):
            "\(head), UCI \(info.uci), MAC \(info.mac), PHY \(info.phy)"
        case .capabilities(_, let capabilities):
            "\(head), \(counted(capabilities.list.count, "capability", "capabilities"))"
        case .setConfig(_, let refused) where !refused.isEmpty:
            "\(head), refused \(refused.map { "\($0.id.hexadecimal): \($0.status)" }.joined(separator: ", "))"
        case .config(_, let list):
            "\(head), \(list.map { "\($0.id.hexadecimal)=\($0.value.hex)" }.joined(separator: ", "))"
        case .timestamp(_, let time?): "\(head), \(style.measured("\(time) us"))"
        case .sessionInit(_, let handle?): "\(head), handle \(style.session(handle.rawValue))"
        case .setAppConfig(_, let refused) where !refused.isEmpty:
            "\(head), refused \(refused.map { "\($0.id.nameOrNumber): \($0.status)" }.joined(separator: ", "))"
        case .appConfig(_, let configuration): "\(head): \(configuration.text(&style))"
        case .sessionCount(_, let count?): "\(head), \(counted(count, "session"))"
        case .sessionState(_, let state?): "\(head), \(state)"
        case .rangingCount(_, let count?): "\(head), \(style.measured(counted(count, "round")))"
        case .other(_, let payload): "\(name) \(payload.shown())"
        default: head
        }
    }
}

extension UCINotification {
    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .deviceStatus(let state): "device status \(state)"
        case .genericError(let status): "generic error \(status)"
        case .sessionStatus(let token, let state, let reason):
            "session status of \(style.session(token.rawValue)): \(state)"
                + (reason == .hostCommand ? "" : ", \(reason)")
        case .multicastList(let update):
            "multicast list of \(style.session(update.token.rawValue)): "
                + counted(update.controlees.count, "controlee")
        case .sessionInfo(let info): info.text(&style)
        case .other(let kind, let payload): "notification, \(kind): \(payload.shown())"
        }
    }
}

extension SessionInfo {
    func text(_ style: inout MeaningStyle) -> String {
        var text = "ranging round"
        if style.purpose == .reading { text += " \(sequenceNumber)" }
        text += " of \(style.session(token.rawValue))"
        switch measurements {
        case .twoWayRanging(let list):
            if list.isEmpty { return text + ": nobody" }
            return text + ": " + list.map { $0.text(&style) }.joined(separator: "; ")
        case .other(let kind, let count, _): return text + ": \(counted(count, "measurement")) of kind \(kind)"
        }
    }
}

extension TWRMeasurement {
    func text(_ style: inout MeaningStyle) -> String {
        let name =
            switch peer {
            case .short(let address): style.address(UInt64(address.rawValue), text: address.description)
            case .extended(let address): style.address(address, text: address.hexadecimal)
            }
        guard let distance else { return "\(name) failed: \(status)" }
        var text = "\(name) at \(style.measured(distance.description))"
        guard style.purpose != .comparing else { return text }
        if let azimuth = azimuth.degrees() { text += ", azimuth \(decimal(azimuth, places: 1)) deg" }
        if let elevation = elevation.degrees() { text += ", elevation \(decimal(elevation, places: 1)) deg" }
        if let strength = signalStrength { text += ", \(decimal(strength, places: 1)) dBm" }
        if lineOfSight == .blocked { text += ", no line of sight" }
        return text
    }
}

extension AppConfiguration {
    func text(_ style: inout MeaningStyle) -> String {
        entries.map { "\($0.id.nameOrNumber)=\(Self.value($0.id, $0.value, &style))" }.joined(separator: ", ")
    }

    private static func value(_ id: AppConfigurationID, _ value: [UInt8], _ style: inout MeaningStyle) -> String {
        switch id {
        case .staticSTSIV: return style.random(value)
        case .deviceMACAddress, .destinationMACAddress:
            guard value.count == 2 else { return style.random(value) }
            let address = UInt16(value[0]) | UInt16(value[1]) << 8
            return style.address(UInt64(address), text: address.hexadecimal)
        case .rangingDuration: return style.measured(number(value))
        default: return value.count <= 4 ? number(value) : value.hex
        }
    }

    private static func number(_ value: [UInt8]) -> String {
        value.count > 8 ? value.hex : "\(value.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })"
    }
}

extension AppConfigurationID {
    /// FiRa's name of the parameter, or its number.
    var nameOrNumber: String { Self.names[rawValue] ?? description }

    private static let names: [UInt16: String] = [
        0x00: "DEVICE_TYPE", 0x01: "RANGING_ROUND_USAGE", 0x02: "STS_CONFIG", 0x03: "MULTI_NODE_MODE",
        0x04: "CHANNEL_NUMBER", 0x05: "NUMBER_OF_CONTROLEES", 0x06: "DEVICE_MAC_ADDRESS", 0x07: "DST_MAC_ADDRESS",
        0x08: "SLOT_DURATION", 0x09: "RANGING_DURATION", 0x0A: "STS_INDEX", 0x0B: "MAC_FCS_TYPE",
        0x0C: "RANGING_ROUND_CONTROL", 0x0D: "AOA_RESULT_REQ", 0x0E: "SESSION_INFO_NTF_CONFIG",
        0x0F: "NTF_PROXIMITY_NEAR", 0x10: "NTF_PROXIMITY_FAR", 0x11: "DEVICE_ROLE", 0x12: "RFRAME_CONFIG",
        0x13: "RSSI_REPORTING", 0x14: "PREAMBLE_CODE_INDEX", 0x15: "SFD_ID", 0x16: "PSDU_DATA_RATE",
        0x17: "PREAMBLE_DURATION", 0x1A: "RANGING_TIME_STRUCT", 0x1B: "SLOTS_PER_RR", 0x1F: "PRF_MODE",
        0x22: "SCHEDULE_MODE", 0x23: "KEY_ROTATION", 0x24: "KEY_ROTATION_RATE", 0x25: "SESSION_PRIORITY",
        0x26: "MAC_ADDRESS_MODE", 0x27: "VENDOR_ID", 0x28: "STATIC_STS_IV", 0x29: "NUMBER_OF_STS_SEGMENTS",
        0x2A: "MAX_RR_RETRY", 0x2B: "UWB_INITIATION_TIME", 0x2C: "HOPPING_MODE", 0x2D: "BLOCK_STRIDE_LENGTH",
        0x2E: "RESULT_REPORT_CONFIG", 0x2F: "IN_BAND_TERMINATION_ATTEMPT_COUNT", 0x30: "SUB_SESSION_ID",
        0x31: "BPRF_PHR_DATA_RATE", 0x32: "MAX_NUMBER_OF_MEASUREMENTS", 0x35: "STS_LENGTH",
        0x36: "SUSPEND_RANGING_ROUNDS",
    ]
}
