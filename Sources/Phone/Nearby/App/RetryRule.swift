public import Ground

/// When and how a session that was removed, or became invalid, is tried again.
public struct RetryRule: Hashable, Codable, Sendable {
    public enum Cycle: String, Hashable, Codable, Sendable {
        /// Stop, initialize, new accessory configuration data, new shareable configuration data.
        case full
        /// New shareable configuration data for the accessory configuration data at hand.
        case cachedConfiguration
    }

    /// How stop and initialize follow each other.
    public enum Writes: String, Hashable, Codable, Sendable {
        /// Initialize at once behind stop.
        case backToBack
        /// Initialize after the accessory said that it stopped, or had its time to.
        case oneByOne
    }

    /// What of the shareable configuration data is drawn anew in every run.
    public struct Renewal: Hashable, Codable, Sendable {
        public var sessionID: Bool
        public var initialization: Bool
        public var address: Bool

        public init(sessionID: Bool = true, initialization: Bool = true, address: Bool = true) {
            self.sessionID = sessionID
            self.initialization = initialization
            self.address = address
        }

        public static let everything = Renewal()
        /// The same session id again, for accessories that keep state by it.
        public static let allButSessionID = Renewal(sessionID: false)
    }

    /// How many times, counted from the app's asking for the session to its end; nil without limit.
    public let attempts: Int?
    public let onlyOnTimeout: Bool
    public let cycle: Cycle
    /// From the removal to the new attempt.
    public let backOff: Span
    public let writes: Writes
    /// Whether a removal is final after the accessory said that it stopped.
    public let givesUpWhenStopped: Bool
    public let renews: Renewal
    /// Whether a new session is made after errors that another attempt may help.
    public let afterInvalidation: Bool

    public init(
        attempts: Int?, onlyOnTimeout: Bool = true, cycle: Cycle = .full, backOff: Span = .zero,
        writes: Writes = .oneByOne, givesUpWhenStopped: Bool = false, renews: Renewal = .everything,
        afterInvalidation: Bool = false
    ) {
        self.attempts = attempts
        self.onlyOnTimeout = onlyOnTimeout
        self.cycle = cycle
        self.backOff = backOff
        self.writes = writes
        self.givesUpWhenStopped = givesUpWhenStopped
        self.renews = renews
        self.afterInvalidation = afterInvalidation
    }

    /// Apple's sample app: stop and initialize back to back, without limit, after invalidation too
    /// (nearby-interaction.md, section 2.3).
    public static let appleSample = RetryRule(attempts: nil, writes: .backToBack, afterInvalidation: true)
}
