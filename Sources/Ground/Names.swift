/// A name that people give to a part of the bench; a type of its own for each kind of part.
public protocol PartName: RawRepresentable<String>, Hashable, Codable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible, Comparable
{
    init(rawValue: String)
}

extension PartName {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
    public init(_ name: String) { self.init(rawValue: name) }
    public var description: String { rawValue }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// An accessory under test: `door`.
public struct AccessoryName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// An NFC tag on the bench: `doorTag`.
public struct TagName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A zone around an accessory: `far`, `near`.
public struct ZoneName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Something that the app does while the phone is in a zone: `unlock`.
public struct FeatureName: PartName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
