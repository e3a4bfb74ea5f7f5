/// One message of the Attribute Protocol (sheet, section 4.1; Core Specification, volume 3, part F).
///
/// Sizes are those of the message alone: what fits the ATT_MTU of a link is the bearer's business.
public enum ATTPDU: Hashable, Sendable {
    case errorResponse(to: ATTOpcode, handle: AttributeHandle, code: ATTErrorCode)
    case exchangeMTURequest(UInt16)
    case exchangeMTUResponse(UInt16)
    case findInformationRequest(HandleRange)
    /// Types of one length.
    case findInformationResponse([HandleType])
    case findByTypeValueRequest(HandleRange, type: UInt16, value: [UInt8])
    case findByTypeValueResponse([HandleRange])
    case readByTypeRequest(HandleRange, type: AttributeUUID)
    /// Values of one length, at most 253 bytes.
    case readByTypeResponse([HandleValue])
    case readRequest(AttributeHandle)
    case readResponse([UInt8])
    case readBlobRequest(AttributeHandle, offset: UInt16)
    case readBlobResponse([UInt8])
    /// Two handles or more.
    case readMultipleRequest([AttributeHandle])
    case readMultipleResponse([UInt8])
    case readByGroupTypeRequest(HandleRange, type: AttributeUUID)
    /// Values of one length, at most 251 bytes.
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
    /// Two handles or more.
    case readMultipleVariableRequest([AttributeHandle])
    case readMultipleVariableResponse([LengthValue])
    case multipleNotifications([HandleValue])
    case writeCommand(AttributeHandle, [UInt8])
    /// The signature has 12 bytes.
    case signedWriteCommand(AttributeHandle, [UInt8], signature: [UInt8])
    /// An opcode that is not in the table, with what follows it.
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

/// What becomes of the prepared writes.
public struct ExecuteWriteFlags: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let cancel = Self(rawValue: 0x00)
    public static let write = Self(rawValue: 0x01)
}
