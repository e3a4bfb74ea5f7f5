public import Ground
public import NearbyInteraction

/// How the phone treats a Bluetooth link.
public struct LinkSetup: Codable, Hashable, Sendable {
    /// From the least that there is to the most that a phone was seen to offer (bluez.md 4.6).
    public static let mtus = 23...527

    /// The data channels to look for, in this order, on accessories whose own one the rig does not name.
    public let profiles: [DataChannelProfile]
    /// The ATT_MTU that the phone offers, one of `mtus`; nil for what newer phones offer. 23 means that nothing larger
    /// is exchanged.
    public let mtu: Int?
    /// True when the phone switches notifications on for the characteristic that it writes to as well, where that has
    /// them: Apple's sample app does, and goes on when that is refused.
    public let subscribesToBoth: Bool
    /// True when the phone pairs as soon as an accessory asks for it by refusing a request, and repeats that once.
    public let pairs: Bool
    /// How often the phone connects again by itself after a link was lost, counted from the app's wish to connect.
    public let reconnectAttempts: Int
    /// True when the session ends with its link, and not by itself some time later.
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

    /// What newer iPhones were reported to offer (bluez.md, section 4.6, unverified), or what was chosen.
    public var offeredMTU: UInt16 { UInt16(clamping: max(Self.mtus.lowerBound, mtu ?? Self.mtus.upperBound)) }

    /// Every profile, a newer phone's MTU, one subscription, pairing when asked, no reconnecting.
    public static let standard = LinkSetup()
    /// Both characteristics subscribed to, up to five reconnects, as Apple's sample app (fact sheet 1.2).
    public static let appleSample = LinkSetup(subscribesToBoth: true, reconnectAttempts: 5)
}

/// How an encrypted Bluetooth link came to its key.
public struct LinkSecurity: Hashable, Codable, Sendable {
    /// Whether the key was made by LE Secure Connections rather than by the older pairing.
    public let isSecureConnections: Bool
    /// Whether the key was stored before, and no pairing was needed.
    public let isBonded: Bool
    /// In bytes, 7 to 16.
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

/// How far the way to an accessory goes before the phone stands still.
public enum ChannelStage: String, Codable, Hashable, Sendable, CaseIterable {
    /// The link is up and the MTU exchanged, which phones do by themselves.
    case link
    /// The service and its pair of characteristics are found.
    case discovered
    /// Notifications, or indications, are on: the data channel is open, and everything can be exchanged.
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

/// Why a link to an accessory ended.
public enum DisconnectReason: Hashable, Codable, Sendable {
    /// The accessory hung up (HCI 0x13, 0x14, 0x15; on the network the end of its bytes).
    case remote
    /// Nothing was heard for the supervision timeout (HCI 0x08).
    case supervisionTimeout
    /// The rig ended it.
    case local
    /// A key was missing or wrong (HCI 0x05, 0x3D).
    case authentication
    /// The accessory reset the network connection: whoever answers there knows nothing of it.
    case reset
    /// Nothing on the network connection was acknowledged for so long that the phone gave it up.
    case unacknowledged
    /// Anything else, with what the kernel said.
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
    /// In 1.25 ms.
    public let minimumInterval: UInt16
    /// In 1.25 ms.
    public let maximumInterval: UInt16
    /// Connection events that the accessory may leave out.
    public let latency: UInt16
    /// In 10 ms.
    public let supervisionTimeout: UInt16

    public init(minimumInterval: UInt16, maximumInterval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }

    /// What an iPhone begins with according to public traces: 30 ms, no latency, 720 ms (facts/bluez.md, 4.6).
    public static let iPhone = ConnectionParameters(
        minimumInterval: 24, maximumInterval: 24, latency: 0, supervisionTimeout: 72)

    public var leastInterval: Span { .microseconds(1250 * Int(minimumInterval)) }
    public var greatestInterval: Span { .microseconds(1250 * Int(maximumInterval)) }
    public var timeout: Span { .milliseconds(10 * Int(supervisionTimeout)) }
}

extension ConnectionParameters: CustomStringConvertible {
    public var description: String { "\(leastInterval) to \(greatestInterval), latency \(latency), timeout \(timeout)" }
}
