import ATT
import Ground
import NearbyInteraction

/// Replaces what attributes hold on one connection, and leaves how they were found.
///
/// Of values only these stay: single bytes, what switches notifications on, and of Nearby Interaction's configurations
/// all but short addresses, session ids and vectors.
struct ATTRedaction: Sendable {
    private static let ids = MessageIdentifiers.appleSample
    /// What the types of declarations are: a service, a secondary one, an include, a characteristic.
    private static let declarations: [AttributeUUID] = [0x2800, 0x2801, 0x2802, 0x2803]

    /// The type that was asked for last with Read By Type or Read By Group Type.
    private var askedType: AttributeUUID?

    mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard let pdu = try? ATTPDU(decoding: bytes), let redacted = redact(pdu, &substitutes),
            redacted.encoded.count == bytes.count
        else { return Array(bytes.prefix(1)) + substitutes.bytes(for: bytes.dropFirst()) }
        return redacted.encoded
    }

    /// Nil where everything behind the opcode goes.
    private mutating func redact(_ pdu: ATTPDU, _ substitutes: inout Substitutes) -> ATTPDU? {
        switch pdu {
        case .errorResponse, .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest,
            .findInformationResponse, .findByTypeValueResponse, .readRequest, .readBlobRequest, .readMultipleRequest,
            .writeResponse, .executeWriteRequest, .executeWriteResponse, .confirmation, .readMultipleVariableRequest:
            return pdu
        case .readByTypeRequest(_, let type), .readByGroupTypeRequest(_, let type):
            askedType = type
            return pdu
        case .findByTypeValueRequest(_, type: 0x2800, let value) where value.count == 2 || value.count == 16:
            return pdu
        case .readByTypeResponse, .readByGroupTypeResponse:
            return askedType.map { Self.declarations.contains($0) } == true ? pdu : nil
        case .readResponse(let value):
            return .readResponse(background(value, &substitutes) ?? replaced(value, &substitutes))
        case .writeRequest(let handle, let value): return .writeRequest(handle, replaced(value, &substitutes))
        case .writeCommand(let handle, let value): return .writeCommand(handle, replaced(value, &substitutes))
        case .notification(let handle, let value): return .notification(handle, replaced(value, &substitutes))
        case .indication(let handle, let value): return .indication(handle, replaced(value, &substitutes))
        case .prepareWriteRequest(let handle, let offset, let part):
            return .prepareWriteRequest(handle, offset: offset, substitutes.bytes(for: part))
        case .prepareWriteResponse(let handle, let offset, let part):
            return .prepareWriteResponse(handle, offset: offset, substitutes.bytes(for: part))
        case .findByTypeValueRequest, .readBlobResponse, .readMultipleResponse, .readMultipleVariableResponse,
            .multipleNotifications, .signedWriteCommand, .unknown:
            return nil
        }
    }

    private func replaced(_ value: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        if value.count <= 1 || value.count == 2 && value[1] == 0 && value[0] <= 2 { return value }
        let payload = Array(value.dropFirst())
        if value.first == Self.ids.accessoryConfigurationData, let payload = background(payload, &substitutes) {
            return [Self.ids.accessoryConfigurationData] + payload
        }
        if value.first == Self.ids.configureAndStart, var data = try? ShareableConfigurationData(decoding: payload),
            data.extra.isEmpty, data.encoded == payload, !data.findings().contains(where: { $0.weight == .fault })
        {
            data.sessionID = substitutes.long(data.sessionID)
            let vector = StaticSTSInitialization(substitutes.bytes(for: data.initialization.bytes))
            data.initialization = vector ?? data.initialization
            data.address = ShortAddress(rawValue: substitutes.short(data.address.rawValue))
            return [Self.ids.configureAndStart] + data.encoded
        }
        return substitutes.bytes(for: value)
    }

    /// Accessory configuration data without the message's id; nil where the value is none.
    private func background(_ value: [UInt8], _ substitutes: inout Substitutes) -> [UInt8]? {
        guard var data = try? AccessoryConfigurationData(decoding: value), data.isAcceptable, data.extra.isEmpty,
            data.encoded == value
        else { return nil }
        data.address = ShortAddress(rawValue: substitutes.short(data.address.rawValue))
        return data.encoded
    }
}
