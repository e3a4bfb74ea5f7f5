public import Ground
public import Links

/// What comes from the local network; each with the instant at which the driver had it in hand.
public enum NetworkEvent: Hashable, Codable, Sendable {
    /// A service is known on the network by this name.
    case published(UInt32, name: String)
    /// The name was taken; another one is tried. May come again, also long after `published`.
    case renamed(UInt32, from: String, to: String)
    case found(UInt32, ServiceInstance)
    /// It said goodbye, its records ran out, or the interface went down.
    case vanished(UInt32, ServiceInstance)
    case resolved(UInt32, ResolvedService)
    /// Nobody on the network answered for it.
    case unresolved(UInt32)
    /// The address with the port that it has.
    case listening(UInt32, NetworkAddress)
    case notListening(UInt32, StreamEnd)
    /// A peer connected; with TLS nothing is known of it before `opened`.
    case accepted(NetworkConnection, peer: NetworkAddress)
    /// So many connections were closed at once, because there were as many as the listener may have.
    case turnedAway(UInt32, count: Int)
    /// Both sides can send. With TLS 1.3 a client gets here before the server has judged its certificate: only a word
    /// of the server's own shows that it was accepted.
    case opened(NetworkConnection, peer: NetworkAddress)
    /// Bytes as they arrived: any part of a message, or several. See `NetworkRequest.taken`.
    case bytes(NetworkConnection, [UInt8])
    /// Nothing comes any more, and nothing can be sent.
    case closed(NetworkConnection, StreamEnd)
    /// The peer showed a certificate with this pin, in TLS; told before `opened`, also where it is refused.
    case shown(NetworkConnection, CertificatePin)
    /// Something of the rig itself is wrong: never the accessory's fault.
    case fault(RigFault)
}

/// A service with where it is.
public struct ResolvedService: Hashable, Codable, Sendable {
    public let instance: ServiceInstance
    /// As `living-room.local`.
    public let host: String
    /// At least one; those of IPv6 first.
    public let addresses: [NetworkAddress]
    public let txt: TXTRecord

    public init(instance: ServiceInstance, host: String, addresses: [NetworkAddress], txt: TXTRecord) {
        (self.instance, self.host, self.addresses, self.txt) = (instance, host, addresses, txt)
    }
}

/// An event, and the instant at which the driver had it in hand.
public struct NetworkArrival: Hashable, Codable, Sendable {
    public let instant: Instant
    public let event: NetworkEvent

    public init(_ event: NetworkEvent, at instant: Instant) {
        self.instant = instant
        self.event = event
    }
}

/// Why a connection is over, or never was.
public enum StreamEnd: Hashable, Codable, Sendable {
    /// This side closed it, or reset it.
    case closedHere
    /// The peer closed it cleanly.
    case ended
    /// The peer's TCP stopped in order, without the end that TLS requires: what came last may be missing.
    case truncated
    /// ECONNRESET or EPIPE.
    case reset
    /// Silence: no answer to a connect within its limit, or none to TCP's own probes (ETIMEDOUT).
    case timedOut
    case refused
    /// No way there: ENETUNREACH, EHOSTUNREACH, ENETDOWN.
    case unreachable
    /// The peer's certificate is not the pinned one.
    case untrusted
    /// The peer showed no certificate.
    case noCertificate
    /// The peer ended TLS with this alert (RFC 8446 section 6), as 46: certificate unknown.
    case alert(UInt8)
    /// The two have no application protocol in common.
    case noCommonProtocol
    /// The peer does not speak the TLS that is asked for, or has another pre-shared key; the library's reason code, 0
    /// where it has none.
    case handshakeFailed(reason: UInt16)
    /// More bytes wait to be sent than may: the peer reads too slowly.
    case peerTooSlow
    /// A system call failed in another way; Linux's `errno`.
    case failed(code: Int32)
}
