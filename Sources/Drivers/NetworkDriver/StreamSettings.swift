public import Ground

/// What holds for every connection of a host.
public struct StreamSettings: Hashable, Sendable {
    /// After how long a silence TCP asks whether the peer is there.
    public var keepalive: Span = .seconds(2)
    /// How long it waits between two such probes.
    public var probing: Span = .seconds(2)
    /// How many probes stay without answer before the connection counts as lost.
    public var probes: Int32 = 3
    /// How many bytes of one connection may be in the consumer's hands; no more is read before some are taken.
    public var window = 256 * 1_024
    /// How many bytes of one connection may wait to be sent.
    public var unsent = 4 * 1_024 * 1_024
    /// How long the other address waits for the one before.
    public var stagger: Span = .milliseconds(250)
    /// How long a peer may take to finish TLS's handshake with a listener, and to see a clean close.
    public var handshake: Span = .seconds(10)

    public init() {}
}
