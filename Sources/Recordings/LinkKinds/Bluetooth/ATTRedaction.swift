import GATT
import Ground
import NearbyInteraction

/// Replaces attribute values on one connection and keeps the discovery.
///
/// Values read by type are replaced unless they are unmistakable declarations. All other values are replaced except
/// single bytes, values that enable notifications, Nearby Interaction configurations (without their short addresses,
/// session ids and vectors) and phones' tokens (without their addresses and numbers). Handles and the lengths of
/// listed items are kept, so a PDU that can be decoded remains decodable, with the same items of the same lengths.
struct ATTRedaction: Sendable {
    private let ids: MessageIdentifiers
    /// The type in each side's last request, if that was Read By Type.
    private var askedBySent: AttributeUUID?
    private var askedByReceived: AttributeUUID?

    init(_ ids: MessageIdentifiers) { self.ids = ids }

    /// Returns the PDU in shareable form; `isSent` is whether the phone's side sent it.
    mutating func redact(_ bytes: [UInt8], isSent: Bool, _ substitutes: inout Substitutes) -> [UInt8] {
        let pdu = try? ATTPDU(decoding: bytes)
        // An answer to a request that is missing here must not be matched with an older request.
        let asked = follow(bytes.first, pdu, isSent: isSent)
        guard let pdu, let redacted = redact(pdu, answering: asked, &substitutes),
            redacted.encoded.count == bytes.count
        else { return Array(bytes.prefix(1)) + substitutes.bytes(for: bytes.dropFirst()) }
        return redacted.encoded
    }

    /// Returns the requested type if the PDU is an answer.
    private mutating func follow(_ opcode: UInt8?, _ pdu: ATTPDU?, isSent: Bool) -> AttributeUUID? {
        let asked = isSent ? askedByReceived : askedBySent
        var requested: AttributeUUID?
        if case .readByTypeRequest(_, let type) = pdu { requested = type }
        // Requests have even opcodes and their answers the next odd ones; notifications and commands request nothing.
        switch opcode {
        case nil, 0x1B, 0x1D, 0x1E, 0x23: return nil
        case let opcode? where opcode & 0x40 != 0: return nil
        case let opcode? where opcode % 2 == 0:
            if isSent { askedBySent = requested } else { askedByReceived = requested }
            return nil
        default:
            if isSent { askedByReceived = nil } else { askedBySent = nil }
            return asked
        }
    }

    /// Returns nil if everything after the opcode must be replaced, because it is nothing but a value.
    private func redact(
        _ pdu: ATTPDU, answering asked: AttributeUUID?, _ substitutes: inout Substitutes
    ) -> ATTPDU? {
        switch pdu {
        case .errorResponse, .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest,
            .findInformationResponse, .findByTypeValueResponse, .readRequest, .readBlobRequest, .readMultipleRequest,
            .writeResponse, .executeWriteRequest, .executeWriteResponse, .confirmation, .readMultipleVariableRequest,
            .readByTypeRequest, .readByGroupTypeRequest:
            return pdu
        case .findByTypeValueRequest(_, type: 0x2800, let value) where value.count == 2 || value.count == 16:
            return pdu
        case .findByTypeValueRequest(let range, let type, let value):
            return .findByTypeValueRequest(range, type: type, value: substitutes.bytes(for: value))
        case .readByGroupTypeResponse, .readByTypeResponse, .readMultipleVariableResponse, .multipleNotifications:
            return listed(pdu, answering: asked, &substitutes)
        case .readResponse(let value):
            return .readResponse(Self.background(value, &substitutes) ?? replaced(value, &substitutes))
        case .writeRequest(let handle, let value): return .writeRequest(handle, replaced(value, &substitutes))
        case .writeCommand(let handle, let value): return .writeCommand(handle, replaced(value, &substitutes))
        case .notification(let handle, let value): return .notification(handle, replaced(value, &substitutes))
        case .indication(let handle, let value): return .indication(handle, replaced(value, &substitutes))
        case .prepareWriteRequest(let handle, let offset, let part):
            return .prepareWriteRequest(handle, offset: offset, substitutes.bytes(for: part))
        case .prepareWriteResponse(let handle, let offset, let part):
            return .prepareWriteResponse(handle, offset: offset, substitutes.bytes(for: part))
        case .signedWriteCommand(let handle, let value, let signature):
            return .signedWriteCommand(
                handle, replaced(value, &substitutes), signature: substitutes.bytes(for: signature))
        case .readBlobResponse, .readMultipleResponse, .unknown: return nil
        }
    }

    /// Redacts the PDUs that list values, keeping their number, lengths and handles.
    private func listed(
        _ pdu: ATTPDU, answering asked: AttributeUUID?, _ substitutes: inout Substitutes
    ) -> ATTPDU? {
        switch pdu {
        case .readByGroupTypeResponse(let groups):
            // Only services can be requested in groups.
            if groups.allSatisfy({ $0.value.count == 2 || $0.value.count == 16 }) { return pdu }
            return .readByGroupTypeResponse(groups.map { GroupValue($0.range, substitutes.bytes(for: $0.value)) })
        case .readByTypeResponse(let values):
            if values.allSatisfy({ Self.isDeclaration($0.handle, $0.value, of: asked) }) { return pdu }
            return .readByTypeResponse(
                values.map {
                    HandleValue(
                        $0.handle, Self.background($0.value, &substitutes) ?? substitutes.bytes(for: $0.value))
                })
        case .readMultipleVariableResponse(let values):
            return .readMultipleVariableResponse(
                values.map { LengthValue(length: $0.length, substitutes.bytes(for: $0.value)) })
        case .multipleNotifications(let values):
            return .multipleNotifications(values.map { HandleValue($0.handle, replaced($0.value, &substitutes)) })
        default: return nil
        }
    }

    /// Returns whether a value is an include or characteristic declaration, which refers to handles.
    private static func isDeclaration(
        _ handle: AttributeHandle, _ value: [UInt8], of type: AttributeUUID?
    ) -> Bool {
        switch type {
        case 0x2802: [4, 6].contains(value.count)
        // A characteristic's value directly follows its declaration.
        case 0x2803:
            [5, 19].contains(value.count)
                && UInt16(value[1]) | UInt16(value[2]) << 8 == handle.rawValue &+ 1
        default: false
        }
    }

    /// Replaces a message of the data channel, or another value.
    func replaced(_ value: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        if value.count <= 1 || value.count == 2 && value[1] == 0 && value[0] <= 2 { return value }
        let payload = Array(value.dropFirst())
        if value.first == ids.accessoryConfigurationData, let payload = Self.background(payload, &substitutes) {
            return [ids.accessoryConfigurationData] + payload
        }
        if value.first == ids.accessoryConfigurationData, AccessoryConfigurationData.isLikely(payload) {
            return [ids.accessoryConfigurationData] + Self.unusable(payload, &substitutes)
        }
        if value.first == ids.configureAndStart, var data = try? ShareableConfigurationData(decoding: payload),
            data.extra.isEmpty, data.encoded == payload, !data.findings().contains(where: { $0.weight == .fault })
        {
            data.sessionID = substitutes.long(data.sessionID)
            let vector = StaticSTSInitialization(substitutes.bytes(for: data.initialization.bytes))
            data.initialization = vector ?? data.initialization
            data.address = ShortAddress(rawValue: substitutes.short(data.address.rawValue))
            return [ids.configureAndStart] + data.encoded
        }
        if value.first == PeerMessage.tokenID, var token = try? TokenArchive(decoding: payload) {
            token.address = ShortAddress(rawValue: substitutes.short(token.address.rawValue))
            token.number = Self.number(substitutes.bytes(for: Array(token.encoded[9..<17])))
            return PeerMessage.token(token.encoded).encoded
        }
        return substitutes.bytes(for: value)
    }

    /// Redacts accessory configuration data that a phone refuses. The bytes that can prove it are kept: lengths,
    /// versions, ids and an impossible role. The short address, and whatever follows the declared structure, are
    /// replaced.
    private static func unusable(_ payload: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        let (length, role, address) = (15, 32, 33)
        let end = min(payload.count, max(address + 2, length + 1 + Int(payload[length])), 48)
        var kept = payload
        // Any impossible role is as wrong as another; it may be a byte of the address.
        if payload.count > role, payload[role] > 1 { kept[role] = 0xFF }
        if payload.count > address + 1 {
            let short = substitutes.short(UInt16(payload[address]) | UInt16(payload[address + 1]) << 8)
            (kept[address], kept[address + 1]) = (
                UInt8(truncatingIfNeeded: short), UInt8(truncatingIfNeeded: short >> 8)
            )
        } else if payload.count > address {
            kept[address] = 0
        }
        return kept[..<end] + substitutes.bytes(for: payload.dropFirst(end))
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    /// Redacts accessory configuration data without the message's id; nil if the value is something else.
    private static func background(_ value: [UInt8], _ substitutes: inout Substitutes) -> [UInt8]? {
        guard var data = try? AccessoryConfigurationData(decoding: value), data.isAcceptable, data.extra.isEmpty,
            data.encoded == value
        else { return nil }
        data.address = ShortAddress(rawValue: substitutes.short(data.address.rawValue))
        return data.encoded
    }
}
