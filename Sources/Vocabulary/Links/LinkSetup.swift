public import NearbyInteraction

/// How the phone treats a Bluetooth link.
public struct LinkSetup: Codable, Hashable, Sendable {
    /// From the least that there is to the most that a phone was seen to offer (bluez.md 4.6).
    public static let mtus = 23...527

    /// The data channels to look for, in this order.
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
        profiles: [DataChannelProfile] = DataChannelProfile.allCases, mtu: Int? = nil, subscribesToBoth: Bool = false,
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
