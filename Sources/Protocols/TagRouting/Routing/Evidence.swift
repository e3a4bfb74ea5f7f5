/// The certainty of a phone's behaviour.
public enum Evidence: String, Hashable, Codable, Sendable {
    /// Documented by Apple.
    case documented
    /// Inferred from Apple's documentation, or from the behaviour of Apple's tool for another system.
    case inferred
    /// Field reports or guesses; no verdict on the accessory should rest on them alone.
    case unverified

    /// Returns the weaker of two: a chain is as good as its worst part.
    public func weaker(_ other: Evidence) -> Evidence { rank >= other.rank ? self : other }

    private var rank: Int {
        switch self {
        case .documented: 0
        case .inferred: 1
        case .unverified: 2
        }
    }
}
