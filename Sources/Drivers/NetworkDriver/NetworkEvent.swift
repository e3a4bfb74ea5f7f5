public import Ground
public import Links

/// An event of the local network, delivered with the instant at which the driver received it.
public enum NetworkEvent: Hashable, Codable, Sendable {
    /// A service is known on the network by this name.
    case published(UInt32, name: String)
    /// The name was taken and another one is being tried. May recur, even long after `published`.
    case renamed(UInt32, from: String, to: String)
    case found(UInt32, ServiceInstance)
    /// The service said goodbye, its records expired, or the interface went down.
    case vanished(UInt32, ServiceInstance)
    case resolved(UInt32, ResolvedService)
    /// The network gave no answer for the service.
    case unresolved(UInt32)
    /// The address with the actual port.
    case listening(UInt32, NetworkAddress)
    case notListening(UInt32, StreamEnd)
    /// A peer connected; with TLS, its identity is unknown before `opened`.
    case accepted(NetworkConnection, peer: NetworkAddress)
    /// This number of connections was closed immediately because the listener had reached its limit.
    case turnedAway(UInt32, count: Int)
    /// Both sides can send. With TLS 1.3 a client reaches this state before the server has verified its certificate:
    /// only data from the server proves that it was accepted.
    case opened(NetworkConnection, peer: NetworkAddress)
    /// Bytes as received: any part of a message, or several. See `NetworkRequest.taken`.
    case bytes(NetworkConnection, [UInt8])
    /// Nothing more can be received or sent.
    case closed(NetworkConnection, StreamEnd)
    /// The peer presented a certificate with this pin in TLS; reported before `opened`, even if it is refused.
    case shown(NetworkConnection, CertificatePin)
    /// A fault of the rig itself, never of the accessory.
    case fault(RigFault)
}

/// A service and its location.
public struct ResolvedService: Hashable, Codable, Sendable {
    public let instance: ServiceInstance
    /// The host name, for example `living-room.local`.
    public let host: String
    /// At least one address, with those of IPv6 first.
    public let addresses: [NetworkAddress]
    public let txt: TXTRecord

    public init(instance: ServiceInstance, host: String, addresses: [NetworkAddress], txt: TXTRecord) {
        (self.instance, self.host, self.addresses, self.txt) = (instance, host, addresses, txt)
    }
}

/// An event and the instant at which the driver received it.
public struct NetworkArrival: Hashable, Codable, Sendable {
    public let instant: Instant
    public let event: NetworkEvent

    public init(_ event: NetworkEvent, at instant: Instant) {
        self.instant = instant
        self.event = event
    }
}

/// The reason why a connection ended or was never established.
public enum StreamEnd: Hashable, Codable, Sendable {
    /// This side closed or reset it.
    case closedHere
    /// The peer closed it cleanly.
    case ended
    /// The peer's TCP ended gracefully, but without the close that TLS requires, so the last data may be missing.
    case truncated
    /// ECONNRESET or EPIPE.
    case reset
    /// Silence: no answer to a connect within its limit, or to TCP's own probes (ETIMEDOUT).
    case timedOut
    case refused
    /// No route: ENETUNREACH, EHOSTUNREACH, ENETDOWN.
    case unreachable
    /// The peer's certificate is not the pinned one.
    case untrusted
    /// The peer presented no certificate.
    case noCertificate
    /// The peer ended TLS with this alert (RFC 8446 section 6), for example 46: certificate unknown.
    case alert(UInt8)
    /// The two sides have no application protocol in common.
    case noCommonProtocol
    /// The peer does not support the required TLS, or has a different pre-shared key. Carries the library's reason
    /// code, 0 if there is none.
    case handshakeFailed(reason: UInt16)
    /// More bytes were waiting to be sent than permitted: the peer reads too slowly.
    case peerTooSlow
    /// A system call failed with another `errno` of Linux.
    case failed(code: Int32)
}
