public import Ground

/// The app's handling of its session, its time limits and its retries. The limits are Trammel's own, not from any
/// specification (nearby-interaction.md, sections 2.4 and 5.3).
public struct NearbySettings: Hashable, Sendable {
    public var retry: RetryPolicy
    public var suspension: SuspensionPolicy
    public var shareable: ShareableSetup
    /// The time from initialize to the accessory configuration data. After it a warning is reported, and the wait
    /// continues.
    public var configurationLimit: Lapse
    /// The time from configureAndStart to the accessory's report that it started. After it a warning is reported.
    public var didStartLimit: Lapse
    /// The time from stop to the accessory's report that it stopped. After it a warning is reported, and the session
    /// continues without the report.
    public var didStopLimit: Lapse
    /// The time without measurements after which the accessory is removed.
    public var rangingTimeout: Lapse
    /// Whether losing the link ends the session immediately; phones leave it to its timeout.
    public var endsWithLink: Bool
    /// The time after its report that it stopped, or after the link's end, in which an accessory may still be
    /// measured.
    public var stoppingGrace: Lapse
    /// The time the kit continues after the app ended a session, to detect an accessory that still ranges.
    public var lingering: Lapse
    /// The ids of vendor-specific messages that this app knows: it takes their bytes without a finding.
    public var knownMessages: Set<UInt8>

    /// Whether a UWB kit measures; without one the accessory's own report is trusted.
    public var hasKit: Bool
    /// Whether sessions with other phones are for extended distance.
    public var extendedDistance: Bool
    /// Whether the app answers another phone's token with its own; the one that begins does not.
    public var answersTokens: Bool
    /// Whether the app sends its measured distances to the other phone's app.
    public var sharesDistances: Bool

    public init(
        retry: RetryPolicy = .standard,
        suspension: SuspensionPolicy = .stopAndInitialize, shareable: ShareableSetup = ShareableSetup(),
        configurationLimit: Lapse = .seconds(2), didStartLimit: Lapse = .seconds(3), didStopLimit: Lapse = .seconds(3),
        rangingTimeout: Lapse = .seconds(3), endsWithLink: Bool = false, stoppingGrace: Lapse = .milliseconds(500),
        lingering: Lapse = .zero, knownMessages: Set<UInt8> = [], extendedDistance: Bool = false,
        answersTokens: Bool = false, sharesDistances: Bool = false, hasKit: Bool = true
    ) {
        self.hasKit = hasKit
        self.retry = retry
        self.suspension = suspension
        self.shareable = shareable
        self.configurationLimit = configurationLimit
        self.didStartLimit = didStartLimit
        self.didStopLimit = didStopLimit
        self.rangingTimeout = rangingTimeout
        self.endsWithLink = endsWithLink
        self.stoppingGrace = stoppingGrace
        self.lingering = lingering
        self.knownMessages = knownMessages
        self.extendedDistance = extendedDistance
        self.answersTokens = answersTokens
        self.sharesDistances = sharesDistances
    }

    init(_ setup: PhoneSetup, knownMessages: Set<UInt8>, hasKit: Bool) {
        self.init(
            retry: setup.retry, suspension: setup.suspension, shareable: setup.shareable,
            rangingTimeout: setup.rangingTimeout, endsWithLink: setup.link.endsSessionWithLink,
            knownMessages: knownMessages, extendedDistance: setup.extendedDistance, hasKit: hasKit)
    }
}
