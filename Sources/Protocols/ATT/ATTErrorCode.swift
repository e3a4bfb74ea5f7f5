import Ground

/// Why a server refuses a request: the code of an Error Response (sheet, section 4.2).
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

    /// Whether a phone answers it by pairing and asking again.
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
