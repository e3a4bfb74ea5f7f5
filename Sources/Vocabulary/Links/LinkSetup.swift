public import Ground
public import NearbyInteraction

/// The phone's settings for a Bluetooth link.
public struct LinkSetup: Codable, Hashable, Sendable {
    /// The allowed ATT_MTUs, from the smallest possible to the largest seen offered by a phone (bluez.md 4.6).
    public static let mtus = 23...527

    /// The data channels to look for, in this order, on accessories for which the rig does not name one.
    public let profiles: [DataChannelProfile]
    /// The ATT_MTU that the phone offers, one of `mtus`; nil for that of newer phones. 23 means no exchange of a
    /// larger one.
    public let mtu: Int?
    /// Whether the phone also subscribes to the characteristic that it writes to, if that one notifies. Apple's
    /// sample app does, and continues if this is refused.
    public let subscribesToBoth: Bool
    /// Whether the phone pairs when an accessory demands it by refusing a request, and then repeats the request once.
    public let pairs: Bool
    /// The number of times the phone reconnects by itself after losing a link, counted from the app's request to
    /// connect.
    public let reconnectAttempts: Int
    /// Whether the session ends with its link, rather than by itself some time later.
    public let endsSessionWithLink: Bool

    public init(
        profiles: [DataChannelProfile] = DataChannelProfile.presets, mtu: Int? = nil, subscribesToBoth: Bool = false,
        pairs: Bool = true,
        reconnectAttempts: Int = 0, endsSessionWithLink: Bool = false
    ) {
        self.profiles = profiles
        self.mtu = mtu
        self.subscribesToBoth = subscribesToBoth
        self.pairs = pairs
        self.reconnectAttempts = reconnectAttempts
        self.endsSessionWithLink = endsSessionWithLink
    }

    /// The chosen MTU, or the one that newer iPhones were reported to offer (bluez.md, section 4.6, unverified).
    public var offeredMTU: UInt16 { UInt16(clamping: max(Self.mtus.lowerBound, mtu ?? Self.mtus.upperBound)) }

    /// Every profile, a newer phone's MTU, one subscription, pairing on request, no reconnecting.
    public static let standard = LinkSetup()
    /// Both characteristics subscribed to, up to five reconnects, as Apple's sample app (nearby-interaction.md 1.2).
    public static let appleSample = LinkSetup(subscribesToBoth: true, reconnectAttempts: 5)
}

/// The origin of an encrypted Bluetooth link's key.
public struct LinkSecurity: Hashable, Codable, Sendable {
    /// Whether the key was made by LE Secure Connections rather than legacy pairing.
    public let isSecureConnections: Bool
    /// Whether the key was already stored, so that no pairing was needed.
    public let isBonded: Bool
    /// The key size in bytes, 7 to 16.
    public let keySize: Int

    public init(isSecureConnections: Bool, isBonded: Bool, keySize: Int = 16) {
        self.isSecureConnections = isSecureConnections
        self.isBonded = isBonded
        self.keySize = keySize
    }
}

extension LinkSecurity: CustomStringConvertible {
    public var description: String {
        let origin = isBonded ? "the stored key" : "a new key"
        let making = isSecureConnections ? "LE Secure Connections" : "legacy pairing"
        return "\(origin) of \(making), \(keySize) bytes"
    }
}

/// The stage at which the phone stops when setting up the channel to an accessory.
public enum ChannelStage: String, Codable, Hashable, Sendable, CaseIterable {
    /// The link is up and the MTU exchanged, as phones do by themselves.
    case link
    /// The service and its pair of characteristics are found.
    case discovered
    /// Notifications, or indications, are enabled: the data channel is open for all messages.
    case subscribed
}

extension ChannelStage: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.order < rhs.order }

    private var order: Int {
        switch self {
        case .link: 0
        case .discovered: 1
        case .subscribed: 2
        }
    }
}

/// The reason a link to an accessory ended.
public enum DisconnectReason: Hashable, Codable, Sendable {
    /// The accessory disconnected (HCI 0x13, 0x14, 0x15; on the network, end of stream).
    case remote
    /// Nothing was heard for the supervision timeout (HCI 0x08).
    case supervisionTimeout
    /// The rig ended the link.
    case local
    /// A key was missing or wrong (HCI 0x05, 0x3D).
    case authentication
    /// The accessory reset the network connection, which its end no longer knows.
    case reset
    /// Data on the network connection stayed unacknowledged for so long that the phone gave up.
    case unacknowledged
    /// Any other reason, with the kernel's text.
    case other(text: String)
}

extension DisconnectReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .remote: "the accessory hung up"
        case .supervisionTimeout: "supervision timeout"
        case .local: "the phone hung up"
        case .authentication: "authentication failure"
        case .reset: "the accessory reset the network connection"
        case .unacknowledged: "nothing was acknowledged on the network connection"
        case .other(let text): text
        }
    }
}

/// Connection interval, latency and supervision timeout of an LE link, in the units of the specification.
public struct ConnectionParameters: Hashable, Codable, Sendable {
    /// The minimum interval, in units of 1.25 ms.
    public let minimumInterval: UInt16
    /// The maximum interval, in units of 1.25 ms.
    public let maximumInterval: UInt16
    /// The number of connection events that the accessory may skip.
    public let latency: UInt16
    /// The supervision timeout, in units of 10 ms.
    public let supervisionTimeout: UInt16

    public init(minimumInterval: UInt16, maximumInterval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }

    /// An iPhone's initial parameters according to public traces: 30 ms, no latency, 720 ms (facts/bluez.md, 4.6).
    public static let iPhone = ConnectionParameters(
        minimumInterval: 24, maximumInterval: 24, latency: 0, supervisionTimeout: 72)

    public var leastInterval: Lapse { .microseconds(1250 * Int(minimumInterval)) }
    public var greatestInterval: Lapse { .microseconds(1250 * Int(maximumInterval)) }
    public var timeout: Lapse { .milliseconds(10 * Int(supervisionTimeout)) }
}

extension ConnectionParameters: CustomStringConvertible {
    public var description: String { "\(leastInterval) to \(greatestInterval), latency \(latency), timeout \(timeout)" }
}
