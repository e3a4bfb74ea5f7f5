public import Ground
public import NearbyInteraction

/// The reason a session is invalid (NIError.Code, domain com.apple.NearbyInteraction).
public enum NIErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// There is no UWB, or this phone cannot run the configuration.
    case unsupportedPlatform
    case invalidConfiguration
    /// The system failed; the session cannot be run again.
    case sessionFailed
    /// The session ran, or was suspended, for too long.
    case resourceUsageTimeout
    case activeSessionsLimitExceeded
    case userDidNotAllow
    /// The camera session cannot be used for camera assistance; since iOS 16.
    case invalidARConfiguration
    /// A background session's accessory is not paired or not connected; since iOS 16.
    case accessoryPeerDeviceUnavailable
    /// The other phone cannot range with this one; since iOS 17.
    case incompatiblePeerDevice
    /// There are too many extended-distance sessions; between phones only, since iOS 17.
    case activeExtendedDistanceSessionsLimitExceeded

    /// Apple's number (nearby-interaction.md 5.2).
    public var code: Int {
        switch self {
        case .unsupportedPlatform: -5889
        case .invalidConfiguration: -5888
        case .sessionFailed: -5887
        case .resourceUsageTimeout: -5886
        case .activeSessionsLimitExceeded: -5885
        case .userDidNotAllow: -5884
        case .invalidARConfiguration: -5883
        case .accessoryPeerDeviceUnavailable: -5882
        case .incompatiblePeerDevice: -5881
        case .activeExtendedDistanceSessionsLimitExceeded: -5880
        }
    }

    /// The first system with this code.
    public var since: SystemVersion {
        switch self {
        case .incompatiblePeerDevice, .activeExtendedDistanceSessionsLimitExceeded: .iOS17
        case .invalidARConfiguration, .accessoryPeerDeviceUnavailable: .iOS16
        case .unsupportedPlatform, .invalidConfiguration, .sessionFailed, .resourceUsageTimeout,
            .activeSessionsLimitExceeded, .userDidNotAllow:
            .iOS14
        }
    }
}

extension NIErrorCode: CustomStringConvertible {
    public var description: String { "\(rawValue) (\(code))" }
}

/// An opaque name of a nearby object (NIDiscoveryToken).
///
/// An accessory's token is derived from its configuration data, so a different address gives a different token. The
/// app hands a phone's own token to the other phone. Apple does not publish how tokens are made; these are the rig's.
public struct DiscoveryToken: Hashable, Codable, Sendable {
    public enum Origin: Hashable, Codable, Sendable {
        case accessory
        /// A phone, with the properties in its token.
        case phone(address: ShortAddress, generation: UInt8)
    }

    public let rawValue: UInt64
    public let origin: Origin

    /// The generation that two phones must share to range with each other; a token of another one is incompatible.
    public static let generation: UInt8 = 1

    /// Creates the token of the accessory that sent this configuration data.
    public init(_ configuration: AccessoryConfigurationData) {
        rawValue = FNV1a(configuration.encoded).value
        origin = .accessory
    }

    /// Creates a new token for a phone's session.
    public init(address: ShortAddress, using generator: inout SeededGenerator) {
        rawValue = generator.next()
        origin = .phone(address: address, generation: Self.generation)
    }

    /// Creates the token that another phone's app sent.
    public init(_ archive: TokenArchive) {
        rawValue = archive.number
        origin = .phone(address: archive.address, generation: archive.generation)
    }

    /// The form sent to another phone; nil for an accessory's token, which is never sent.
    public var archive: TokenArchive? {
        guard case .phone(let address, let generation) = origin else { return nil }
        return TokenArchive(generation: generation, address: address, number: rawValue)
    }

    /// Creates a phone's token as another phone would, for tests of mismatches.
    public init(rawValue: UInt64, phoneAt address: ShortAddress, generation: UInt8 = Self.generation) {
        self.rawValue = rawValue
        origin = .phone(address: address, generation: generation)
    }
}

extension DiscoveryToken: CustomStringConvertible {
    public var description: String { "token \(UInt32(truncatingIfNeeded: rawValue).hexadecimal)" }
}
