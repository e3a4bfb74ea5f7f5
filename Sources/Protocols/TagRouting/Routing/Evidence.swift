/// How well it is known that a phone does so.
public enum Evidence: String, Hashable, Codable, Sendable {
    /// Apple says so.
    case documented
    /// It follows from what Apple says, or from what Apple's tool of another system does.
    case inferred
    /// Field reports or guesses: no verdict of the accessory should rest on it alone.
    case unverified

    /// The weaker of two: a chain is as good as its worst part.
    public func weaker(_ other: Evidence) -> Evidence { rank >= other.rank ? self : other }

    private var rank: Int {
        switch self {
        case .documented: 0
        case .inferred: 1
        case .unverified: 2
        }
    }
}
