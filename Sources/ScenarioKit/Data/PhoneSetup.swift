public import Ground

/// The phone that a scenario wants: its zones, its patience and the apps on it.
public struct PhoneSetup: Codable, Hashable, Sendable {
    /// The zones around every accessory, in any order.
    public let zones: [Zone]
    public let smoothing: Smoothing
    public let retry: RetryPolicy
    /// How long after the shareable configuration or the last measurement the session removes an accessory.
    public let rangingTimeout: Span
    public let apps: [App]

    public init(
        zones: [Zone] = Zone.standard, smoothing: Smoothing = .standard, retry: RetryPolicy = .standard,
        rangingTimeout: Span = .seconds(3), apps: [App] = []
    ) {
        self.zones = zones
        self.smoothing = smoothing
        self.retry = retry
        self.rangingTimeout = rangingTimeout
        self.apps = apps
    }

    /// Zones of 3 m and 1.5 m, median of five, one retry after a timeout of 3 s, and no apps.
    public static let standard = PhoneSetup()
}

/// A circle around an accessory, with a margin against jitter on its edge.
public struct Zone: Codable, Hashable, Sendable {
    public let name: ZoneName
    public let radius: Distance
    /// The phone enters within `radius` and leaves beyond `radius + hysteresis`.
    public let hysteresis: Distance

    public init(name: ZoneName, radius: Distance, hysteresis: Distance) {
        self.name = name
        self.radius = radius
        self.hysteresis = hysteresis
    }

    /// The distance beyond which the zone is left.
    public var leavingRadius: Distance { radius + hysteresis }

    /// `far` at 3 m and `near` at 1.5 m, each with 0.2 m of hysteresis.
    public static let standard = [
        Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.2)),
        Zone(name: "near", radius: .metres(1.5), hysteresis: .metres(0.2)),
    ]
}

/// How single measurements become a zone: a running median, then several in a row that agree.
public struct Smoothing: Codable, Hashable, Sendable {
    /// The smoothed value is the median of the last `window` measurements.
    public let window: Int
    /// How many smoothed values in a row must lie beyond the boundary before a zone changes.
    public let confirmations: Int

    public init(window: Int, confirmations: Int) {
        self.window = window
        self.confirmations = confirmations
    }

    /// The median of five, confirmed twice.
    public static let standard = Smoothing(window: 5, confirmations: 2)
}

/// What the app does after its session removed an accessory.
public struct RetryPolicy: Codable, Hashable, Sendable {
    /// How the configurations are exchanged once more.
    public enum Cycle: String, Codable, Hashable, Sendable {
        /// Stop, initialize, a new accessory configuration, a new shareable configuration.
        case full
        /// The session runs again with the accessory configuration of the first exchange.
        case cachedConfiguration
    }

    /// How often in a row the app tries again before it gives up; 0 for never.
    public let attempts: Int
    /// True when the app tries again after a timeout only, and not when the accessory ended the session.
    public let onlyOnTimeout: Bool
    public let cycle: Cycle
    /// How long the app waits before it tries again.
    public let backOff: Span

    public init(attempts: Int, onlyOnTimeout: Bool, cycle: Cycle, backOff: Span) {
        self.attempts = attempts
        self.onlyOnTimeout = onlyOnTimeout
        self.cycle = cycle
        self.backOff = backOff
    }

    /// One attempt, at once, after a timeout only, with the full cycle.
    public static let standard = RetryPolicy(attempts: 1, onlyOnTimeout: true, cycle: .full, backOff: .zero)
    /// The app gives up at once.
    public static let never = RetryPolicy(attempts: 0, onlyOnTimeout: true, cycle: .full, backOff: .zero)
}

/// An app on the phone, and the links that it opens instead of the browser.
public struct App: Codable, Hashable, Sendable {
    /// A web address that belongs to an app: this host, and every path that begins so.
    public struct Link: Codable, Hashable, Sendable {
        public let host: String
        /// Begins with a slash: `/door`.
        public let pathPrefix: String

        public init(host: String, pathPrefix: String) {
            self.host = host
            self.pathPrefix = pathPrefix
        }
    }

    /// The bundle identifier: `com.example.door`.
    public let identifier: String
    public let links: [Link]

    public init(identifier: String, links: [Link]) {
        self.identifier = identifier
        self.links = links
    }
}
