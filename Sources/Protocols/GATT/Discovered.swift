/// A service as declared by a server.
public struct Service: Hashable, Codable, Sendable {
    public let uuid: AttributeUUID
    /// The handles from the service's declaration to its last attribute.
    public let range: HandleRange

    public init(_ uuid: AttributeUUID, _ range: HandleRange) {
        self.uuid = uuid
        self.range = range
    }
}

/// A characteristic as declared by a server.
public struct Characteristic: Hashable, Codable, Sendable {
    public let uuid: AttributeUUID
    public let properties: CharacteristicProperties
    /// The handle of the declaration.
    public let declaration: AttributeHandle
    /// The handle for reading, writing and notifications.
    public let valueHandle: AttributeHandle
    /// The last handle that may belong to the characteristic: the one before the next declaration, or the service's
    /// last.
    public let end: AttributeHandle

    public init(
        _ uuid: AttributeUUID, _ properties: CharacteristicProperties, declaration: AttributeHandle,
        valueHandle: AttributeHandle, end: AttributeHandle
    ) {
        self.uuid = uuid
        self.properties = properties
        self.declaration = declaration
        self.valueHandle = valueHandle
        self.end = end
    }

    /// The range of its descriptors; nil if there is no room for any.
    public var descriptorRange: HandleRange? {
        guard let start = valueHandle.next, start <= end else { return nil }
        return HandleRange(start, end)
    }
}

/// A descriptor of a characteristic.
public struct Descriptor: Hashable, Codable, Sendable {
    public let uuid: AttributeUUID
    public let handle: AttributeHandle

    public init(_ uuid: AttributeUUID, _ handle: AttributeHandle) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// The operations that a characteristic's declaration permits on its value.
public struct CharacteristicProperties: OptionSet, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let broadcast = Self(rawValue: 0x01)
    public static let read = Self(rawValue: 0x02)
    public static let writeWithoutResponse = Self(rawValue: 0x04)
    public static let write = Self(rawValue: 0x08)
    public static let notify = Self(rawValue: 0x10)
    public static let indicate = Self(rawValue: 0x20)
    public static let authenticatedSignedWrites = Self(rawValue: 0x40)
    public static let extendedProperties = Self(rawValue: 0x80)
}

/// The value of a CCCD; empty disables notifications and indications.
public struct Subscription: OptionSet, Hashable, Codable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let off: Self = []
    public static let notifications = Self(rawValue: 0x0001)
    public static let indications = Self(rawValue: 0x0002)
}

extension Subscription: CustomStringConvertible {
    public var description: String {
        switch self {
        case .off: "off"
        case .notifications: "notifications"
        case .indications: "indications"
        case [.notifications, .indications]: "notifications and indications"
        default: "CCCD value \(rawValue)"
        }
    }
}

extension AttributeUUID {
    public static let primaryService: Self = 0x2800
    public static let secondaryService: Self = 0x2801
    public static let include: Self = 0x2802
    public static let characteristic: Self = 0x2803

    public static let characteristicUserDescription: Self = 0x2901
    /// The Client Characteristic Configuration descriptor (CCCD).
    public static let clientCharacteristicConfiguration: Self = 0x2902

    public static let genericAccess: Self = 0x1800
    public static let genericAttribute: Self = 0x1801
    public static let deviceName: Self = 0x2A00
    public static let appearance: Self = 0x2A01
    public static let serviceChanged: Self = 0x2A05
}
