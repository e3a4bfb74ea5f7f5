/// What a characteristic's declaration says can be done with its value.
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

/// The value of a CCCD: what the client wants to be told; empty is off.
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
