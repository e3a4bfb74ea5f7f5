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
