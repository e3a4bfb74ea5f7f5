public import Ground

/// An unsolicited message from the device (uwb.md 1.4, 1.6, 1.7).
public enum UCINotification: Hashable, Sendable {
    case deviceStatus(UCIDeviceState)
    case genericError(UCIStatus)
    case sessionStatus(SessionToken, SessionState, SessionReason)
    case multicastList(MulticastListUpdate)
    case sessionInfo(SessionInfo)
    case other(UCIKind, payload: [UInt8])

    public var packet: UCIPacket {
        switch self {
        case .deviceStatus(let state): Self.packet(.deviceStatus, [state.rawValue])
        case .genericError(let status): Self.packet(.genericError, [status.rawValue])
        case .sessionStatus(let token, let state, let reason):
            Self.packet(.sessionStatus) { bytes in
                bytes.append32(token.rawValue)
                bytes.append(state.rawValue)
                bytes.append(reason.rawValue)
            }
        case .multicastList(let update): Self.packet(.updateMulticastList) { update.encode(into: &$0) }
        case .sessionInfo(let info): Self.packet(.sessionInfo, info.encoded)
        case .other(let kind, let payload): Self.packet(kind, payload)
        }
    }

    private static func packet(_ kind: UCIKind, _ payload: [UInt8]) -> UCIPacket {
        UCIPacket(type: .notification, group: kind.group, opcode: kind.opcode, payload: payload)
    }

    private static func packet(_ kind: UCIKind, _ fill: (inout [UInt8]) -> Void) -> UCIPacket {
        var bytes: [UInt8] = []
        fill(&bytes)
        return packet(kind, bytes)
    }

    /// Decodes a complete notification packet; bytes after the known fields are ignored.
    ///
    /// The generation determines the form of the multicast list; without it, the length does.
    public init(decoding packet: UCIPacket, generation: FiRaGeneration? = nil) throws(Malformed) {
        let kind = UCIKind(packet.group, packet.opcode)
        if kind == .sessionInfo {
            self = .sessionInfo(try SessionInfo(decoding: packet.payload))
            return
        }
        var reader = ByteReader(packet.payload)
        switch kind {
        case .deviceStatus: self = .deviceStatus(UCIDeviceState(rawValue: try reader.u8("the device state")))
        case .genericError: self = .genericError(UCIStatus(rawValue: try reader.u8("the status")))
        case .sessionStatus:
            let token = SessionToken(rawValue: try reader.u32("the session token"))
            let state = SessionState(rawValue: try reader.u8("the session state"))
            self = .sessionStatus(token, state, SessionReason(rawValue: try reader.u8("the reason")))
        case .updateMulticastList:
            self = .multicastList(try MulticastListUpdate(decoding: packet.payload, generation: generation))
        default: self = .other(kind, payload: packet.payload)
        }
    }
}
