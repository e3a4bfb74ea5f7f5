public import Ground

/// Settings for every connection of a host.
public struct StreamSettings: Hashable, Sendable {
    /// The duration of silence after which TCP probes the peer.
    public var keepalive: Lapse = .seconds(2)
    /// The time between two such probes.
    public var probing: Lapse = .seconds(2)
    /// The number of unanswered probes after which the connection counts as lost.
    public var probes: Int32 = 3
    /// The maximum number of a connection's bytes in the consumer's hands; reading pauses until some are taken.
    public var window = 256 * 1_024
    /// The maximum number of a connection's bytes waiting to be sent.
    public var unsent = 4 * 1_024 * 1_024
    /// The time that an attempt at the next address waits for the previous one.
    public var stagger: Lapse = .milliseconds(250)
    /// The time limit for a peer to complete the TLS handshake with a listener, and to respond to a clean close.
    public var handshake: Lapse = .seconds(10)

    public init() {}
}
