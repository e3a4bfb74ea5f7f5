public import Ground

/// A command from the host (uwb.md 1.4, 1.6, 1.7).
public enum UCICommand: Hashable, Sendable {
    case deviceReset(configuration: UInt8)
    case getDeviceInfo
    case getCapabilities
    case setConfig([CoreParameter])
    case getConfig([UInt8])
    case queryTimestamp
    case sessionInit(id: UInt32, type: SessionType)
    case sessionDeinit(SessionToken)
    case setAppConfig(SessionToken, AppConfiguration)
    /// An empty list of ids requests all parameters.
    case getAppConfig(SessionToken, [AppConfigurationID])
    case getSessionCount
    case getSessionState(SessionToken)
    case updateMulticastList(SessionToken, MulticastAction, [Controlee])
    case start(SessionToken)
    case stop(SessionToken)
    case getRangingCount(SessionToken)
    case other(GroupIdentifier, opcode: UInt8, payload: [UInt8])

    /// The group and opcode, which the response repeats.
    public var kind: UCIKind {
        switch self {
        case .deviceReset: .deviceReset
        case .getDeviceInfo: .getDeviceInfo
        case .getCapabilities: .getCapabilities
        case .setConfig: .setConfig
        case .getConfig: .getConfig
        case .queryTimestamp: .queryTimestamp
        case .sessionInit: .sessionInit
        case .sessionDeinit: .sessionDeinit
        case .setAppConfig: .setAppConfig
        case .getAppConfig: .getAppConfig
        case .getSessionCount: .getSessionCount
        case .getSessionState: .getSessionState
        case .updateMulticastList: .updateMulticastList
        case .start: .start
        case .stop: .stop
        case .getRangingCount: .getRangingCount
        case .other(let group, let opcode, _): UCIKind(group, opcode)
        }
    }

    public var packet: UCIPacket {
        UCIPacket(type: .command, group: kind.group, opcode: kind.opcode, payload: payload)
    }

    private var payload: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .deviceReset(let configuration): bytes.append(configuration)
        case .getDeviceInfo, .getCapabilities, .queryTimestamp, .getSessionCount: break
        case .setConfig(let list): CoreParameter.encode(list, into: &bytes)
        case .getConfig(let ids):
            bytes.append(UInt8(clamping: ids.count))
            bytes.append(contentsOf: ids.prefix(255))
        case .sessionInit(let id, let type):
            bytes.append32(id)
            bytes.append(type.rawValue)
        case .setAppConfig(let token, let configuration):
            bytes.append32(token.rawValue)
            configuration.encode(into: &bytes)
        case .getAppConfig(let token, let ids):
            bytes.append32(token.rawValue)
            bytes.append(UInt8(clamping: ids.count))
            for id in ids.prefix(255) { id.encode(into: &bytes) }
        case .updateMulticastList(let token, let action, let controlees):
            bytes.append32(token.rawValue)
            bytes.append(action.rawValue)
            bytes.append(UInt8(clamping: controlees.count))
            for controlee in controlees.prefix(255) {
                bytes.append16(controlee.address.rawValue)
                bytes.append32(controlee.subSessionID)
                bytes.append(contentsOf: controlee.key)
            }
        case .sessionDeinit(let token), .getSessionState(let token), .start(let token), .stop(let token),
            .getRangingCount(let token):
            bytes.append32(token.rawValue)
        case .other(_, _, let payload): bytes = payload
        }
        return bytes
    }

    /// Decodes a complete command packet, as a device does; a command must have its exact length.
    public init(decoding packet: UCIPacket) throws(Malformed) {
        var reader = ByteReader(packet.payload)
        switch UCIKind(packet.group, packet.opcode) {
        case .deviceReset: self = .deviceReset(configuration: try reader.u8("the reset configuration"))
        case .getDeviceInfo: self = .getDeviceInfo
        case .getCapabilities: self = .getCapabilities
        case .setConfig: self = .setConfig(try CoreParameter.decodeList(&reader))
        case .getConfig:
            let count = try reader.u8("the number of ids")
            self = .getConfig(try reader.take(Int(count), "the ids"))
        case .queryTimestamp: self = .queryTimestamp
        default: try self.init(decodingSession: packet, reader: &reader)
        }
        try reader.finish("the command")
    }

    private init(decodingSession packet: UCIPacket, reader: inout ByteReader) throws(Malformed) {
        switch UCIKind(packet.group, packet.opcode) {
        case .sessionInit:
            let id = try reader.u32("the session id")
            self = .sessionInit(id: id, type: SessionType(rawValue: try reader.u8("the session type")))
        case .sessionDeinit: self = .sessionDeinit(try Self.token(&reader))
        case .setAppConfig: self = .setAppConfig(try Self.token(&reader), try AppConfiguration(reading: &reader))
        case .getAppConfig:
            let token = try Self.token(&reader)
            var ids: [AppConfigurationID] = []
            for _ in 0..<(try reader.u8("the number of ids")) { ids.append(try AppConfigurationID(reading: &reader)) }
            self = .getAppConfig(token, ids)
        case .getSessionCount: self = .getSessionCount
        case .getSessionState: self = .getSessionState(try Self.token(&reader))
        case .updateMulticastList: self = try Self.multicast(&reader)
        case .start: self = .start(try Self.token(&reader))
        case .stop: self = .stop(try Self.token(&reader))
        case .getRangingCount: self = .getRangingCount(try Self.token(&reader))
        default: self = .other(packet.group, opcode: packet.opcode, payload: reader.rest())
        }
    }

    private static func token(_ reader: inout ByteReader) throws(Malformed) -> SessionToken {
        SessionToken(rawValue: try reader.u32("the session token"))
    }

    private static func multicast(_ reader: inout ByteReader) throws(Malformed) -> UCICommand {
        let token = try token(&reader)
        let actionOffset = reader.offset
        let action = MulticastAction(rawValue: try reader.u8("the multicast action"))
        guard let keyLength = action.keyLength else {
            throw Malformed(at: actionOffset, "multicast action is \(action.rawValue), it must be 0 to 3")
        }
        var controlees: [Controlee] = []
        for _ in 0..<(try reader.u8("the number of controlees")) {
            let address = ShortMACAddress(rawValue: try reader.u16("the controlee's address"))
            let subSession = try reader.u32("the controlee's sub-session id")
            let key = try reader.take(keyLength, "the controlee's key")
            controlees.append(Controlee(address: address, subSessionID: subSession, key: key))
        }
        return .updateMulticastList(token, action, controlees)
    }
}
