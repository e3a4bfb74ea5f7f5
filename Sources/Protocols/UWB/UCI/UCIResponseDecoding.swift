public import Ground

extension UCIResponse {
    /// Decodes a complete response packet; bytes after the known fields are ignored.
    ///
    /// A refusal with the status alone is decoded to the same case as a full response, with no contents.
    public init(decoding packet: UCIPacket) throws(Malformed) {
        var reader = ByteReader(packet.payload)
        let kind = UCIKind(packet.group, packet.opcode)
        switch kind {
        case .deviceReset: self = .deviceReset(try Self.status(&reader))
        case .getDeviceInfo:
            let status = try Self.status(&reader)
            self = .deviceInfo(status, reader.isAtEnd ? nil : try DeviceInfo(reading: &reader))
        case .getCapabilities:
            let status = try Self.status(&reader)
            self = .capabilities(status, UCICapabilities(reader.isAtEnd ? [] : try CoreParameter.decodeList(&reader)))
        case .setConfig:
            let status = try Self.status(&reader)
            var refused: [RefusedParameter<UInt8>] = []
            for _ in 0..<(reader.isAtEnd ? 0 : try reader.u8("the number of refused parameters")) {
                let id = try reader.u8("the refused parameter's id")
                refused.append(RefusedParameter(id: id, status: try Self.status(&reader)))
            }
            self = .setConfig(status, refused)
        case .getConfig:
            let status = try Self.status(&reader)
            self = .config(status, reader.isAtEnd ? [] : try CoreParameter.decodeList(&reader))
        case .queryTimestamp:
            let status = try Self.status(&reader)
            self = .timestamp(status, reader.isAtEnd ? nil : try reader.u64("the timestamp"))
        default: self = try Self.decodeSession(kind, &reader)
        }
    }

    private static func decodeSession(
        _ kind: UCIKind, _ reader: inout ByteReader
    ) throws(Malformed) -> UCIResponse {
        switch kind {
        case .sessionInit:
            let status = try status(&reader)
            let handle = reader.isAtEnd ? nil : try reader.u32("the session handle")
            return .sessionInit(status, handle: handle.map(SessionToken.init))
        case .sessionDeinit: return .sessionDeinit(try status(&reader))
        case .setAppConfig:
            let status = try status(&reader)
            var refused: [RefusedParameter<AppConfigurationID>] = []
            for _ in 0..<(reader.isAtEnd ? 0 : try reader.u8("the number of refused parameters")) {
                let id = try AppConfigurationID(reading: &reader)
                refused.append(RefusedParameter(id: id, status: try Self.status(&reader)))
            }
            return .setAppConfig(status, refused)
        case .getAppConfig:
            let status = try status(&reader)
            return .appConfig(status, reader.isAtEnd ? AppConfiguration() : try AppConfiguration(reading: &reader))
        case .getSessionCount:
            let status = try status(&reader)
            return .sessionCount(status, reader.isAtEnd ? nil : try reader.u8("the session count"))
        case .getSessionState:
            let status = try status(&reader)
            let state = reader.isAtEnd ? nil : try reader.u8("the session state")
            return .sessionState(status, state.map(SessionState.init))
        case .updateMulticastList:
            let status = try status(&reader)
            return .updateMulticastList(status, reader.isAtEnd ? nil : try controlees(&reader))
        case .start: return .start(try status(&reader))
        case .stop: return .stop(try status(&reader))
        case .getRangingCount:
            let status = try status(&reader)
            return .rangingCount(status, reader.isAtEnd ? nil : try reader.u32("the ranging count"))
        default: return .other(kind, payload: reader.rest())
        }
    }

    private static func status(_ reader: inout ByteReader) throws(Malformed) -> UCIStatus {
        UCIStatus(rawValue: try reader.u8("the status"))
    }

    private static func controlees(_ reader: inout ByteReader) throws(Malformed) -> [ControleeStatus] {
        var list: [ControleeStatus] = []
        for _ in 0..<(try reader.u8("the number of controlees")) {
            let address = ShortMACAddress(rawValue: try reader.u16("the controlee's address"))
            let status = MulticastStatus(rawValue: try reader.u8("the controlee's status"))
            list.append(ControleeStatus(address: address, status: status))
        }
        return list
    }
}
