public import NearbyInteraction

/// With whom a session is run (NINearbyAccessoryConfiguration, NINearbyPeerConfiguration).
public enum NIConfiguration: Hashable, Sendable {
    /// An accessory; for the background too when it was made with the accessory's Bluetooth identity.
    case accessory(AccessoryConfigurationData, isForBackground: Bool)
    /// Another phone, by the token that its app handed over.
    case phone(DiscoveryToken, isExtendedDistance: Bool)

    public var token: DiscoveryToken {
        switch self {
        case .accessory(let data, _): DiscoveryToken(data)
        case .phone(let token, _): token
        }
    }

    /// Whether the session goes on while the app is in the background or the phone is locked.
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
