public import Ground

/// What the app does after its session removed an accessory.
public struct RetryPolicy: Codable, Hashable, Sendable {
    /// How the configurations are exchanged once more.
    public enum Cycle: String, Codable, Hashable, Sendable, CaseIterable {
        /// Stop, initialize, a new accessory configuration, a new shareable configuration.
        case full
        /// The session runs again with the accessory configuration that it has, as long as that holds: until the
        /// session on the accessory was terminated. After that initialize, as the first time.
        case cachedConfiguration
    }

    /// How stop and initialize follow each other in a full cycle.
    public enum Writes: String, Codable, Hashable, Sendable, CaseIterable {
        /// Both at once, as the sample app does.
        case backToBack
        /// Initialize when the accessory said that its UWB did stop.
        case oneByOne
    }

    /// What a new shareable configuration does not take over from the one before.
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
        /// The same session id again, for accessories that keep state by it.
        public static let allButSessionID = Renewal(sessionID: false)
        public static let nothing = Renewal(sessionID: false, vector: false, address: false)
    }

    /// How often in a row the app tries again before it gives up; 0 for never, nil for without limit.
    public let attempts: Int?
    /// True when the app tries again after a timeout only, and not when the accessory ended the session.
    public let onlyOnTimeout: Bool
    public let cycle: Cycle
    /// How long the app waits before it tries again.
    public let backOff: Span
    public let writes: Writes
    /// True when the app does not try again once the accessory said that its UWB did stop.
    public let givesUpWhenStopped: Bool
    public let renews: Renewal
    /// The app tries again only where the accessory was measured within this distance last; nil for wherever it was.
    ///
    /// It is how an app is "confident that the accessory is still near" (WWDC21; fact sheet 5.3). Where nothing was
    /// measured yet, nothing speaks against it.
    public let nearEnough: Distance?

    public init(
        attempts: Int?, onlyOnTimeout: Bool = true, cycle: Cycle = .cachedConfiguration, backOff: Span = .zero,
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

    /// Whether the app makes a new session after an error that another attempt may help, as the sample app does.
    public var afterInvalidation: Bool { writes == .backToBack && attempts == nil }

    /// One attempt, at once, as Apple's talk on third-party accessories has it: after a timeout only, with the same
    /// configuration as long as it holds (WWDC21; fact sheet 5.3).
    public static let wwdc21 = RetryPolicy(attempts: 1)
    public static let standard = wwdc21
    /// The app gives up at once.
    public static let never = RetryPolicy(attempts: 0)
    /// Stop and initialize back to back after every timeout, at once and without limit (fact sheet 2.3).
    public static let appleSample = RetryPolicy(attempts: nil, cycle: .full, writes: .backToBack)
}

/// What the app writes when its session is suspended, and when the suspension ends.
public enum SuspensionPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// Apple's sample app: stop, and afterwards a full cycle from initialize.
    case stopAndInitialize
    /// Stop, and afterwards a new shareable configuration without an initialize.
    case rerun
    /// Nothing at all: the accessory ranges on by itself, and afterwards waits for what the app is told to do.
    case silent
}
