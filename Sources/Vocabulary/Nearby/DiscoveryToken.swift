public import Ground
public import NearbyInteraction

/// Names a nearby object; opaque to apps (NIDiscoveryToken).
///
/// An accessory's token follows from its configuration data, so that another address is another token. A phone's own
/// token is handed to the other phone by the app. How Apple makes tokens is not published: these are the rig's own.
public struct DiscoveryToken: Hashable, Codable, Sendable {
    public enum Origin: Hashable, Codable, Sendable {
        case accessory
        /// A phone, with what it told about itself.
        case phone(address: ShortAddress, generation: UInt8)
    }

    public let rawValue: UInt64
    public let origin: Origin

    /// What two phones must have in common to range with each other; a token of another one is incompatible.
    public static let generation: UInt8 = 1

    /// The token of the accessory that sent this configuration data.
    public init(_ configuration: AccessoryConfigurationData) {
        rawValue = FNV1a(configuration.encoded).value
        origin = .accessory
    }

    /// A new token of a phone's session.
    public init(address: ShortAddress, using generator: inout SeededGenerator) {
        rawValue = generator.next()
        origin = .phone(address: address, generation: Self.generation)
    }

    /// A phone's token as another phone would make it, for tests of what does not fit.
    public init(rawValue: UInt64, phoneAt address: ShortAddress, generation: UInt8 = Self.generation) {
        self.rawValue = rawValue
        origin = .phone(address: address, generation: generation)
    }
}

extension DiscoveryToken: CustomStringConvertible {
    public var description: String { "token \(UInt32(truncatingIfNeeded: rawValue).hexadecimal)" }
}
