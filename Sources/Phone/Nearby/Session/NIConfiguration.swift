public import NearbyInteraction

/// The peer of a session (NINearbyAccessoryConfiguration, NINearbyPeerConfiguration).
public enum NIConfiguration: Hashable, Sendable {
    /// An accessory; also usable in the background if created with the accessory's Bluetooth identity.
    case accessory(AccessoryConfigurationData, isForBackground: Bool)
    /// Another phone, by the token that its app handed over.
    case phone(DiscoveryToken, isExtendedDistance: Bool)

    public var token: DiscoveryToken {
        switch self {
        case .accessory(let data, _): DiscoveryToken(data)
        case .phone(let token, _): token
        }
    }

    /// Whether the session continues while the app is in the background or the phone is locked.
    public var isForBackground: Bool {
        switch self {
        case .accessory(_, let isForBackground): isForBackground
        case .phone: false
        }
    }

    public var isExtendedDistance: Bool {
        switch self {
        case .accessory: false
        case .phone(_, let isExtendedDistance): isExtendedDistance
        }
    }
}
