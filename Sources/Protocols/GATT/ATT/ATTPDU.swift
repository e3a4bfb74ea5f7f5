import Ground

/// A PDU of the Attribute Protocol (bluez.md, section 4.1; Core Specification, volume 3, part F).
///
/// Documented sizes are limits of the PDU itself; the bearer checks them against the link's ATT_MTU.
public enum ATTPDU: Hashable, Sendable {
    case errorResponse(to: ATTOpcode, handle: AttributeHandle, code: ATTErrorCode)
    case exchangeMTURequest(UInt16)
    case exchangeMTUResponse(UInt16)
    case findInformationRequest(HandleRange)
    /// All types have the same length.
    case findInformationResponse([HandleType])
    case findByTypeValueRequest(HandleRange, type: UInt16, value: [UInt8])
    case findByTypeValueResponse([HandleRange])
    case readByTypeRequest(HandleRange, type: AttributeUUID)
    /// All values have the same length, at most 253 bytes.
    case readByTypeResponse([HandleValue])
    case readRequest(AttributeHandle)
    case readResponse([UInt8])
    case readBlobRequest(AttributeHandle, offset: UInt16)
    case readBlobResponse([UInt8])
    /// At least two handles.
    case readMultipleRequest([AttributeHandle])
    case readMultipleResponse([UInt8])
    case readByGroupTypeRequest(HandleRange, type: AttributeUUID)
    /// All values have the same length, at most 251 bytes.
    case readByGroupTypeResponse([GroupValue])
    case writeRequest(AttributeHandle, [UInt8])
    case writeResponse
    case prepareWriteRequest(AttributeHandle, offset: UInt16, [UInt8])
    case prepareWriteResponse(AttributeHandle, offset: UInt16, [UInt8])
    case executeWriteRequest(ExecuteWriteFlags)
    case executeWriteResponse
    case notification(AttributeHandle, [UInt8])
    case indication(AttributeHandle, [UInt8])
    case confirmation
    /// At least two handles.
    case readMultipleVariableRequest([AttributeHandle])
    case readMultipleVariableResponse([LengthValue])
    case multipleNotifications([HandleValue])
    case writeCommand(AttributeHandle, [UInt8])
    /// The signature is 12 bytes long.
    case signedWriteCommand(AttributeHandle, [UInt8], signature: [UInt8])
    /// An opcode outside the table and the bytes that follow it.
    case unknown(ATTOpcode, [UInt8])

    public var opcode: ATTOpcode {
        switch self {
        case .errorResponse: .errorResponse
        case .exchangeMTURequest: .exchangeMTURequest
        case .exchangeMTUResponse: .exchangeMTUResponse
        case .findInformationRequest: .findInformationRequest
        case .findInformationResponse: .findInformationResponse
        case .findByTypeValueRequest: .findByTypeValueRequest
        case .findByTypeValueResponse: .findByTypeValueResponse
        case .readByTypeRequest: .readByTypeRequest
        case .readByTypeResponse: .readByTypeResponse
        case .readRequest: .readRequest
        case .readResponse: .readResponse
        case .readBlobRequest: .readBlobRequest
        case .readBlobResponse: .readBlobResponse
        case .readMultipleRequest: .readMultipleRequest
        case .readMultipleResponse: .readMultipleResponse
        case .readByGroupTypeRequest: .readByGroupTypeRequest
        case .readByGroupTypeResponse: .readByGroupTypeResponse
        case .writeRequest: .writeRequest
        case .writeResponse: .writeResponse
        case .prepareWriteRequest: .prepareWriteRequest
        case .prepareWriteResponse: .prepareWriteResponse
        case .executeWriteRequest: .executeWriteRequest
        case .executeWriteResponse: .executeWriteResponse
        case .notification: .notification
        case .indication: .indication
        case .confirmation: .confirmation
        case .readMultipleVariableRequest: .readMultipleVariableRequest
        case .readMultipleVariableResponse: .readMultipleVariableResponse
        case .multipleNotifications: .multipleNotifications
        case .writeCommand: .writeCommand
        case .signedWriteCommand: .signedWriteCommand
        case .unknown(let opcode, _): opcode
        }
    }
}

/// The flags of an Execute Write Request: cancel or write the prepared values.
public struct ExecuteWriteFlags: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let cancel = Self(rawValue: 0x00)
    public static let write = Self(rawValue: 0x01)
}

/// The first octet of a PDU (bluez.md, section 4.1).
public struct ATTOpcode: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    private init(_ value: UInt8) { rawValue = value }

    public static let errorResponse = Self(0x01)
    public static let exchangeMTURequest = Self(0x02)
    public static let exchangeMTUResponse = Self(0x03)
    public static let findInformationRequest = Self(0x04)
    public static let findInformationResponse = Self(0x05)
    public static let findByTypeValueRequest = Self(0x06)
    public static let findByTypeValueResponse = Self(0x07)
    public static let readByTypeRequest = Self(0x08)
    public static let readByTypeResponse = Self(0x09)
    public static let readRequest = Self(0x0A)
    public static let readResponse = Self(0x0B)
    public static let readBlobRequest = Self(0x0C)
    public static let readBlobResponse = Self(0x0D)
    public static let readMultipleRequest = Self(0x0E)
    public static let readMultipleResponse = Self(0x0F)
    public static let readByGroupTypeRequest = Self(0x10)
    public static let readByGroupTypeResponse = Self(0x11)
    public static let writeRequest = Self(0x12)
    public static let writeResponse = Self(0x13)
    public static let prepareWriteRequest = Self(0x16)
    public static let prepareWriteResponse = Self(0x17)
    public static let executeWriteRequest = Self(0x18)
    public static let executeWriteResponse = Self(0x19)
    public static let notification = Self(0x1B)
    public static let indication = Self(0x1D)
    public static let confirmation = Self(0x1E)
    public static let readMultipleVariableRequest = Self(0x20)
    public static let readMultipleVariableResponse = Self(0x21)
    public static let multipleNotifications = Self(0x23)
    public static let writeCommand = Self(0x52)
    public static let signedWriteCommand = Self(0xD2)

    /// The role of a PDU in a transaction.
    public enum Kind: Hashable, Sendable {
        case request, response, command, notification, indication, confirmation
    }

    /// The kind. An unknown opcode is a command if bit 6 is set, otherwise a request, which must be refused.
    public var kind: Kind {
        switch rawValue {
        case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21: .response
        case 0x1B, 0x23: .notification
        case 0x1D: .indication
        case 0x1E: .confirmation
        default: rawValue & 0x40 == 0 ? .request : .command
        }
    }

    /// The opcode of this request's regular response; nil if this is not a known request.
    public var response: ATTOpcode? {
        guard kind == .request else { return nil }
        let candidate = ATTOpcode(rawValue | 1)
        return candidate.kind == .response && self != candidate && rawValue != 0 ? candidate : nil
    }
}

extension ATTOpcode: CustomStringConvertible {
    private static let names: [UInt8: String] = [
        0x01: "Error Response", 0x02: "Exchange MTU Request", 0x03: "Exchange MTU Response",
        0x04: "Find Information Request", 0x05: "Find Information Response",
        0x06: "Find By Type Value Request", 0x07: "Find By Type Value Response",
        0x08: "Read By Type Request", 0x09: "Read By Type Response", 0x0A: "Read Request", 0x0B: "Read Response",
        0x0C: "Read Blob Request", 0x0D: "Read Blob Response", 0x0E: "Read Multiple Request",
        0x0F: "Read Multiple Response", 0x10: "Read By Group Type Request", 0x11: "Read By Group Type Response",
        0x12: "Write Request", 0x13: "Write Response", 0x16: "Prepare Write Request",
        0x17: "Prepare Write Response", 0x18: "Execute Write Request", 0x19: "Execute Write Response",
        0x1B: "Handle Value Notification", 0x1D: "Handle Value Indication", 0x1E: "Handle Value Confirmation",
        0x20: "Read Multiple Variable Request", 0x21: "Read Multiple Variable Response",
        0x23: "Multiple Handle Value Notification", 0x52: "Write Command", 0xD2: "Signed Write Command",
    ]

    /// The PDU's name in the Core Specification, or the number of an unknown opcode.
    public var description: String { Self.names[rawValue] ?? "unknown opcode \(rawValue.hexadecimal)" }
}

/// The error code of an Error Response (bluez.md, section 4.2).
public struct ATTErrorCode: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    private init(_ value: UInt8) { rawValue = value }

    public static let invalidHandle = Self(0x01)
    public static let readNotPermitted = Self(0x02)
    public static let writeNotPermitted = Self(0x03)
    public static let invalidPDU = Self(0x04)
    public static let insufficientAuthentication = Self(0x05)
    public static let requestNotSupported = Self(0x06)
    public static let invalidOffset = Self(0x07)
    public static let insufficientAuthorization = Self(0x08)
    public static let prepareQueueFull = Self(0x09)
    public static let attributeNotFound = Self(0x0A)
    public static let attributeNotLong = Self(0x0B)
    public static let encryptionKeySizeTooShort = Self(0x0C)
    public static let invalidAttributeValueLength = Self(0x0D)
    public static let unlikelyError = Self(0x0E)
    public static let insufficientEncryption = Self(0x0F)
    public static let unsupportedGroupType = Self(0x10)
    public static let insufficientResources = Self(0x11)
    public static let databaseOutOfSync = Self(0x12)
    public static let valueNotAllowed = Self(0x13)
    public static let writeRequestRejected = Self(0xFC)
    public static let cccdImproperlyConfigured = Self(0xFD)
    public static let procedureAlreadyInProgress = Self(0xFE)
    public static let outOfRange = Self(0xFF)

    /// Whether a phone reacts to this error by pairing and repeating the request.
    public var asksForPairing: Bool {
        [.insufficientAuthentication, .insufficientEncryption, .encryptionKeySizeTooShort].contains(self)
    }

    private static let names: [(Self, String)] = [
        (.invalidHandle, "invalid handle"), (.readNotPermitted, "read not permitted"),
        (.writeNotPermitted, "write not permitted"), (.invalidPDU, "invalid PDU"),
        (.insufficientAuthentication, "insufficient authentication"),
        (.requestNotSupported, "request not supported"), (.invalidOffset, "invalid offset"),
        (.insufficientAuthorization, "insufficient authorization"), (.prepareQueueFull, "prepare queue full"),
        (.attributeNotFound, "attribute not found"), (.attributeNotLong, "attribute not long"),
        (.encryptionKeySizeTooShort, "encryption key size too short"),
        (.invalidAttributeValueLength, "invalid attribute value length"), (.unlikelyError, "unlikely error"),
        (.insufficientEncryption, "insufficient encryption"), (.unsupportedGroupType, "unsupported group type"),
        (.insufficientResources, "insufficient resources"), (.databaseOutOfSync, "database out of sync"),
        (.valueNotAllowed, "value not allowed"), (.writeRequestRejected, "write request rejected"),
        (.cccdImproperlyConfigured, "CCCD improperly configured"),
        (.procedureAlreadyInProgress, "procedure already in progress"), (.outOfRange, "out of range"),
    ]
}

extension ATTErrorCode: CustomStringConvertible {
    /// The code's name and number: `attribute not found (0x0a)`.
    public var description: String {
        let named = Self.names.first { $0.0 == self }?.1
        let name = named ?? ((0x80...0x9F).contains(rawValue) ? "application error" : "reserved error")
        return "\(name) (\(rawValue.hexadecimal))"
    }
}
