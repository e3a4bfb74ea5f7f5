public import Ground

/// How an app goes about its session, how long it waits, and how it tries again. The limits are the rig's own, from no
/// specification (nearby-interaction.md, sections 2.4 and 5.3).
public struct NearbySettings: Hashable, Sendable {
    public var retry: RetryPolicy
    public var suspension: SuspensionPolicy
    public var shareable: ShareableSetup
    /// From initialize to the accessory configuration data; then a warning, and the wait goes on.
    public var configurationLimit: Span
    /// From configureAndStart to the accessory's word that it started; then a warning.
    public var didStartLimit: Span
    /// From stop to the accessory's word that it stopped; then a warning, and the session goes on without it.
    public var didStopLimit: Span
    /// How long nothing may be measured before the accessory is removed.
    public var rangingTimeout: Span
    /// Whether the loss of the link ends the session at once; phones leave it to its timeout.
    public var endsWithLink: Bool
    /// How long after its word that it stopped, or after the link's end, an accessory may still be measured.
    public var stoppingGrace: Span
    /// How long the kit goes on after the app ended a session, to hear whether the accessory still ranges.
    public var lingering: Span
    /// The ids of an accessory's own messages that this app knows: it takes their bytes, and notes nothing about them.
    public var knownMessages: Set<UInt8>

    /// Whether a UWB kit measures; without one the accessory's own report is trusted.
    public var hasKit: Bool
    /// Whether sessions with other phones are for extended distance.
    public var extendedDistance: Bool
    /// Whether the app answers another phone's token with its own; the one that begins does not.
    public var answersTokens: Bool
    /// Whether the app tells the other phone's app what it measured.
    public var sharesDistances: Bool

    public init(
        retry: RetryPolicy = .standard,
        suspension: SuspensionPolicy = .stopAndInitialize, shareable: ShareableSetup = ShareableSetup(),
        configurationLimit: Span = .seconds(2), didStartLimit: Span = .seconds(3), didStopLimit: Span = .seconds(3),
        rangingTimeout: Span = .seconds(3), endsWithLink: Bool = false, stoppingGrace: Span = .milliseconds(500),
        lingering: Span = .zero, knownMessages: Set<UInt8> = [], extendedDistance: Bool = false,
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
