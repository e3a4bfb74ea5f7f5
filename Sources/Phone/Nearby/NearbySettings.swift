public import Ground
public import NearbyInteraction

/// When and how a session that was removed is tried again.
public struct RetryRule: Hashable, Codable, Sendable {
    public enum Cycle: String, Hashable, Codable, Sendable {
        /// Stop, initialize, new accessory configuration data, new shareable configuration data.
        case full
        /// New shareable configuration data for the accessory configuration data at hand.
        case cachedConfiguration
    }

    /// How many times, counted from the app's asking for the session to its end.
    public let attempts: Int
    public let onlyOnTimeout: Bool
    public let cycle: Cycle
    /// From the removal to the new attempt.
    public let backOff: Span

    public init(attempts: Int, onlyOnTimeout: Bool = true, cycle: Cycle = .full, backOff: Span = .zero) {
        self.attempts = attempts
        self.onlyOnTimeout = onlyOnTimeout
        self.cycle = cycle
        self.backOff = backOff
    }
}

/// How long a session waits, and how it tries again. The limits are the rig's own, from no specification
/// (nearby-interaction.md, sections 2.4 and 5.3).
public struct NearbySettings: Hashable, Sendable {
    public var identifiers: MessageIdentifiers
    public var retry: RetryRule
    /// From initialize to the accessory configuration data; then a warning, and the wait goes on.
    public var configurationLimit: Span
    /// From configureAndStart to the accessory's word that it started; then a warning.
    public var didStartLimit: Span
    /// From stop to the accessory's word that it stopped; then a warning, and the session goes on without it.
    public var didStopLimit: Span
    /// How long nothing may be measured before the accessory is removed.
    public var rangingTimeout: Span

    public init(
        identifiers: MessageIdentifiers = .appleSample, retry: RetryRule = RetryRule(attempts: 1),
        configurationLimit: Span = .seconds(2), didStartLimit: Span = .seconds(3), didStopLimit: Span = .seconds(3),
        rangingTimeout: Span = .seconds(3)
    ) {
        self.identifiers = identifiers
        self.retry = retry
        self.configurationLimit = configurationLimit
        self.didStartLimit = didStartLimit
        self.didStopLimit = didStopLimit
        self.rangingTimeout = rangingTimeout
    }
}
