public import GATT
import Ground
import NearbyInteraction

/// One ATT PDU: its content, its attribute, and the data channel message that it carries.
public struct ATTMeaning: Hashable, Sendable {
    public let pdu: ATTPDU
    /// The attribute concerned, if known from discovery or content; a response has its request's.
    public let target: AttributeTarget?
    public let message: ChannelMessage?

    func text(_ style: inout MeaningStyle) -> String {
        guard let message else { return plainText(style) }
        return "\(pdu.opcode) \(place(style)): \(message.text(&style))"
    }

    /// Returns the handle and its attribute's name.
    private func place(_ style: MeaningStyle) -> String {
        let handle = style.handle(pdu.handle.map(\.description) ?? "", hasName: target != nil)
        guard let target else { return handle }
        return handle.isEmpty ? "(\(target.name))" : "\(handle) (\(target.name))"
    }

    private func plainText(_ style: MeaningStyle) -> String {
        let name = pdu.opcode.description
        return switch pdu {
        case .errorResponse(let request, let handle, let code): "\(name) to \(request) at \(handle): \(code)"
        case .exchangeMTURequest(let mtu), .exchangeMTUResponse(let mtu): "\(name) \(mtu)"
        case .findInformationRequest(let range): "\(name) \(range)"
        case .findByTypeValueRequest(let range, let type, let value):
            "\(name) \(range), \(AttributeNames.text(AttributeUUID(type))) \(Self.uuidText(value))"
        case .readByTypeRequest(let range, let type), .readByGroupTypeRequest(let range, let type):
            "\(name) \(range), \(AttributeNames.text(type))"
        case .findInformationResponse, .findByTypeValueResponse, .readByTypeResponse, .readByGroupTypeResponse:
            "\(name): \(listText)"
        case .readRequest: "\(name) \(place(style))"
        case .readBlobRequest(_, let offset): "\(name) \(place(style)) from byte \(offset)"
        case .readResponse(let value), .readBlobResponse(let value), .readMultipleResponse(let value):
            "\(name)\(target.map { " of " + $0.name } ?? ""): \(value.shownWithText)"
        case .readMultipleRequest(let handles), .readMultipleVariableRequest(let handles):
            "\(name) \(Self.joined(handles.map(\.description)))"
        case .readMultipleVariableResponse(let items): "\(name): \(Self.joined(items.map { $0.value.shown() }))"
        case .multipleNotifications(let items):
            "\(name): \(Self.joined(items.map { "\($0.handle) \($0.value.shown())" }))"
        case .writeRequest(_, let value), .writeCommand(_, let value), .notification(_, let value),
            .indication(_, let value), .signedWriteCommand(_, let value, _):
            "\(name) \(place(style)): \(valueText(value))"
        case .prepareWriteRequest(_, let offset, let part), .prepareWriteResponse(_, let offset, let part):
            "\(name) \(place(style)) from byte \(offset): \(part.shown())"
        case .executeWriteRequest(let flags): "\(name): \(flags == .cancel ? "cancel" : "write")"
        case .unknown(_, let rest): "\(name): \(rest.shown())"
        case .writeResponse: "\(name)\(target.map { " of " + $0.name } ?? "")"
        case .executeWriteResponse, .confirmation: name
        }
    }

    /// Returns a written value as text; for a CCCD, the subscription it sets.
    private func valueText(_ value: [UInt8]) -> String {
        guard target?.role == .configuration, value.count == 2, let bits = value.first else {
            return value.shownWithText
        }
        return switch bits & 0x03 {
        case 0: "off"
        case 1: "notifications on"
        case 2: "indications on"
        default: "notifications and indications on"
        }
    }

    private var listText: String {
        switch pdu {
        case .findInformationResponse(let items):
            Self.joined(items.map { "\($0.handle) \(AttributeNames.text($0.type))" })
        case .findByTypeValueResponse(let ranges): Self.joined(ranges.map(\.description))
        case .readByGroupTypeResponse(let items):
            Self.joined(items.map { "\($0.range) \(Self.uuidText($0.value))" })
        case .readByTypeResponse(let items):
            Self.joined(items.map { "\($0.handle) \(Self.declarationText($0.value))" })
        default: ""
        }
    }

    private static func joined(_ parts: [String]) -> String { parts.joined(separator: ", ") }

    private static func uuidText(_ value: [UInt8]) -> String {
        (try? AttributeUUID(decoding: value)).map(AttributeNames.text) ?? value.shown()
    }

    /// Returns a value of Read By Type as text, as a characteristic declaration if it has the length of one.
    private static func declarationText(_ value: [UInt8]) -> String {
        var reader = ByteReader(value)
        guard value.count == 5 || value.count == 19, (try? reader.u8("the properties")) != nil,
            let handle = try? reader.u16("the value's handle"), let uuid = try? AttributeUUID(decoding: reader.rest())
        else { return value.shownWithText }
        return "\(AttributeNames.text(uuid)) at \(AttributeHandle(handle))"
    }
}

extension ATTPDU {
    /// The single attribute that a PDU names.
    var handle: AttributeHandle? {
        switch self {
        case .errorResponse(_, let handle, _), .readRequest(let handle), .readBlobRequest(let handle, _),
            .writeRequest(let handle, _), .prepareWriteRequest(let handle, _, _),
            .prepareWriteResponse(let handle, _, _), .notification(let handle, _), .indication(let handle, _),
            .writeCommand(let handle, _), .signedWriteCommand(let handle, _, _):
            handle
        case .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest, .findInformationResponse,
            .findByTypeValueRequest, .findByTypeValueResponse, .readByTypeRequest, .readByTypeResponse, .readResponse,
            .readBlobResponse, .readMultipleRequest, .readMultipleResponse, .readByGroupTypeRequest,
            .readByGroupTypeResponse, .writeResponse, .executeWriteRequest, .executeWriteResponse, .confirmation,
            .readMultipleVariableRequest, .readMultipleVariableResponse, .multipleNotifications, .unknown:
            nil
        }
    }
}
