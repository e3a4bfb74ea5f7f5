public import NearbyInteraction

/// How far the way to an accessory goes before the phone stands still.
public enum ChannelStage: Int, Hashable, Codable, Comparable, Sendable {
    /// The link is up and the MTU exchanged, which phones do by themselves.
    case link
    /// The service and its pair of characteristics are found.
    case discovered
    /// Notifications, or indications, are on: the data channel is open.
    case subscribed

    public static func < (lhs: ChannelStage, rhs: ChannelStage) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// How a phone opens and keeps the data channel to an accessory.
public struct ChannelSettings: Hashable, Sendable {
    /// The data channels to look for, in this order.
    public var profiles: [DataChannelProfile]
    /// The ATT_MTU that the phone offers; newer iPhones were reported with 527 (bluez.md, section 4.6, unverified).
    ///
    /// 23 means that nothing larger is exchanged.
    public var ownMTU: UInt16
    /// Whether notifications are switched on for the characteristic that the phone writes to as well, where it has
    /// them; Apple's sample app does, and goes on when that is refused.
    public var subscribesToBoth: Bool
    /// How many times the phone connects anew after it lost the link; counted from the app's wish to connect.
    public var reconnectAttempts: Int
    /// Whether a request that is refused for want of encryption makes the phone pair and repeat the request once.
    public var pairsWhenAsked: Bool
    /// By which rules a request for connection parameters is judged.
    public var connectionParameterPolicy: ConnectionParameterPolicy

    public init(
        profiles: [DataChannelProfile] = DataChannelProfile.presets, ownMTU: UInt16 = 527,
        subscribesToBoth: Bool = true, reconnectAttempts: Int = 0, pairsWhenAsked: Bool = true,
        connectionParameterPolicy: ConnectionParameterPolicy = .eitherEdition
    ) {
        precondition(ownMTU >= 23, "no ATT_MTU is smaller than 23")
        self.profiles = profiles
        self.ownMTU = ownMTU
        self.subscribesToBoth = subscribesToBoth
        self.reconnectAttempts = reconnectAttempts
        self.pairsWhenAsked = pairsWhenAsked
        self.connectionParameterPolicy = connectionParameterPolicy
    }
}
