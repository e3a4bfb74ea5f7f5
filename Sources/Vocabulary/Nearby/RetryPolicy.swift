public import Ground

/// The app's reaction to the removal of an accessory from its session.
public struct RetryPolicy: Codable, Hashable, Sendable {
    /// The way in which the configurations are exchanged again.
    public enum Cycle: String, Codable, Hashable, Sendable, CaseIterable {
        /// Stop, initialize, a new accessory configuration, a new shareable configuration.
        case full
        /// The session reruns with the accessory configuration it has, until the accessory's session was terminated.
        /// After that, initialize, as the first time.
        case cachedConfiguration
    }

    /// The order in which stop and initialize are written in a full cycle.
    public enum Writes: String, Codable, Hashable, Sendable, CaseIterable {
        /// Both immediately, as in the sample app.
        case backToBack
        /// Initialize once the accessory reported that its UWB stopped.
        case oneByOne
    }

    /// The values that a new shareable configuration does not reuse from the previous one.
    public struct Renewal: Codable, Hashable, Sendable {
        public let sessionID: Bool
        /// The vector of the static STS.
        public let vector: Bool
        /// The phone's short address.
        public let address: Bool

        public init(sessionID: Bool = true, vector: Bool = true, address: Bool = true) {
            self.sessionID = sessionID
            self.vector = vector
            self.address = address
        }

        public static let everything = Renewal()
        /// The session id is reused, for accessories that keep state by it.
        public static let allButSessionID = Renewal(sessionID: false)
        public static let nothing = Renewal(sessionID: false, vector: false, address: false)
    }

    /// The number of consecutive retries before the app gives up; 0 for never, nil for no limit.
    public let attempts: Int?
    /// Whether the app retries only after a timeout, and not if the accessory ended the session.
    public let onlyOnTimeout: Bool
    public let cycle: Cycle
    /// The delay before a retry.
    public let backOff: Lapse
    public let writes: Writes
    /// Whether the app stops retrying once the accessory reported that its UWB stopped.
    public let givesUpWhenStopped: Bool
    public let renews: Renewal
    /// The distance within which the accessory's last measurement must be for a retry; nil for any distance.
    ///
    /// This is how an app can be "confident that the accessory is still near" (WWDC21; nearby-interaction.md 5.3). An
    /// accessory that was never measured passes.
    public let nearEnough: Distance?

    public init(
        attempts: Int?, onlyOnTimeout: Bool = true, cycle: Cycle = .cachedConfiguration, backOff: Lapse = .zero,
        writes: Writes = .oneByOne, givesUpWhenStopped: Bool = false, renews: Renewal = .everything,
        nearEnough: Distance? = nil
    ) {
        self.attempts = attempts
        self.onlyOnTimeout = onlyOnTimeout
        self.cycle = cycle
        self.backOff = backOff
        self.writes = writes
        self.givesUpWhenStopped = givesUpWhenStopped
        self.renews = renews
        self.nearEnough = nearEnough
    }

    /// Whether the app creates a new session after an error that a retry may fix, as the sample app does.
    public var afterInvalidation: Bool { writes == .backToBack && attempts == nil }

    /// One immediate attempt, as in Apple's talk on third-party accessories: only after a timeout, with the same
    /// configuration while it is valid (WWDC21; nearby-interaction.md 5.3).
    public static let wwdc21 = RetryPolicy(attempts: 1)
    public static let standard = wwdc21
    /// The app gives up immediately.
    public static let never = RetryPolicy(attempts: 0)
    /// Stop and initialize back to back after every timeout, immediately and without limit (nearby-interaction.md 2.3).
    public static let appleSample = RetryPolicy(attempts: nil, cycle: .full, writes: .backToBack)
}

/// The messages that the app writes when its session is suspended, and when the suspension ends.
public enum SuspensionPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// As in Apple's sample app: stop, and after the suspension a full cycle from initialize.
    case stopAndInitialize
    /// Stop, and after the suspension a new shareable configuration without an initialize.
    case rerun
    /// No messages: the accessory keeps ranging by itself, and after the suspension the app waits for instructions.
    case silent
}
