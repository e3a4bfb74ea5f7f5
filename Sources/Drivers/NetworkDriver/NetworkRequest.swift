public import Ground

/// What is asked of the local network. Who asks chooses the numbers: one for each publication, search, listener and
/// connection, never used again.
///
/// Requests hold no key: what a connection is secured with is named (`StreamSecurity`), so that they may be traced.
public enum NetworkRequest: Hashable, Codable, Sendable {
    /// Makes a service known until `withdraw`. Answered by `published`, after a `renamed` where the name was taken.
    case publish(UInt32, ServicePublication)
    /// Replaces the strings of a publication. Not answered.
    case update(UInt32, txt: TXTRecord)
    /// Takes a service back, with a goodbye to the network. Not answered.
    case withdraw(UInt32)
    /// Looks for services of a type, as `_trammel-agent._tcp`. Answered by `found` and `vanished` until `endSearch`.
    case search(UInt32, type: String)
    /// Not answered.
    case endSearch(UInt32)
    /// Asks where a service is. Answered by one `resolved` or `unresolved`.
    case resolve(UInt32, ServiceInstance)
    /// Takes connections at one address. Answered by `listening` or `notListening`.
    case listen(UInt32, ListenerSettings)
    /// Secures what a listener takes from now on in another way; what it has taken stays. Not answered.
    case secure(UInt32, StreamSecurity)
    /// Takes no more connections; those that were taken stay. Not answered.
    case endListening(UInt32)
    /// Opens a connection to one of several addresses. Answered by `opened` or `closed`.
    case connect(UInt32, ConnectionSettings)
    case send(NetworkConnection, [UInt8])
    /// Says that the consumer is done with so many bytes of `NetworkEvent.bytes`, so that more are read. Not answered.
    case taken(NetworkConnection, bytes: Int)
    /// Sends what is still to be sent, then ends the connection cleanly. Answered by `closed`.
    case close(NetworkConnection)
    /// Sends what is still to be sent, then ends the connection by a reset (RST). Answered by `closed`.
    case reset(NetworkConnection)
}

/// One connection: that of a `connect`, or one that a listener took.
public enum NetworkConnection: Hashable, Codable, Sendable {
    case opened(UInt32)
    /// Counts the connections of a listener from 1.
    case accepted(listener: UInt32, count: UInt32)
}

/// A service that is to be made known.
public struct ServicePublication: Hashable, Codable, Sendable {
    /// The instance's name, 1 to 63 octets of UTF-8 (RFC 6763 section 4.1.1), without escapes.
    public var name: String
    /// As `_trammel-agent._tcp` (RFC 6763 section 7).
    public var type: String
    /// Where it listens, in host order.
    public var port: UInt16
    public var txt: TXTRecord
    /// The kernel's number of the one network interface where it is made known; nil for all of them.
    public var interface: UInt32?

    public init(name: String, type: String, port: UInt16, txt: TXTRecord = TXTRecord([]), interface: UInt32? = nil) {
        (self.name, self.type, self.port, self.txt, self.interface) = (name, type, port, txt, interface)
    }
}

/// The version of the Internet Protocol.
public enum AddressFamily: String, Hashable, Codable, Sendable, CaseIterable {
    case v4
    case v6
}

/// One service as it was found: on one interface, by one version of the protocol.
public struct ServiceInstance: Hashable, Codable, Sendable {
    /// Without escapes.
    public let name: String
    public let type: String
    /// As `local`.
    public let domain: String
    /// The kernel's number of the network interface, where the daemon runs.
    public let interface: UInt32
    /// How it was heard of; it may have addresses of the other family as well.
    public let family: AddressFamily

    public init(name: String, type: String, domain: String = "local", interface: UInt32, family: AddressFamily) {
        (self.name, self.type, self.domain, self.interface, self.family) = (name, type, domain, interface, family)
    }
}

/// How a stream of bytes is secured.
public enum StreamSecurity: Hashable, Codable, Sendable {
    /// TCP alone.
    case plain
    /// TLS 1.3. `identity` names one of `NetworkHost`'s, which is shown to the peer; a client may show none. The peer
    /// must show a certificate, which is told as `NetworkEvent.shown`; both must offer `protocol` (ALPN).
    case certified(identity: String?, peer: PeerCertificate, protocol: String)
    /// TLS 1.2 with a key that both sides have, `TLS_PSK_WITH_AES_128_GCM_SHA256` alone: what Apple's Bonjour sample
    /// speaks. `key` names one of `NetworkHost`'s. For that sample and nothing else: without forward secrecy, whoever
    /// learns the key reads what was recorded.
    case preShared(key: String)
}

extension StreamSecurity {
    /// TLS 1.3 with a certificate on both sides, the peer's being the one that is pinned.
    public static func pinned(identity: String, peer pin: CertificatePin, protocol name: String) -> StreamSecurity {
        .certified(identity: identity, peer: .pinned(pin), protocol: name)
    }
}

/// Which certificate the peer may show.
public enum PeerCertificate: Hashable, Codable, Sendable {
    case pinned(CertificatePin)
    /// Any that the peer has the key of: who it is is not known.
    case any
}

/// Where connections are taken, and how many.
public struct ListenerSettings: Hashable, Codable, Sendable {
    /// One address of this host in numbers; the wildcard is refused.
    public var address: NetworkAddress
    public var security: StreamSecurity
    /// How many may be there at once; one more is closed at once and told as `turnedAway`.
    public var limit: Int

    /// Port 0 has the kernel choose one.
    public init(_ address: NetworkAddress, security: StreamSecurity, limit: Int = 64) {
        (self.address, self.security, self.limit) = (address, security, limit)
    }
}

/// Where to connect, and how long at most.
public struct ConnectionSettings: Hashable, Codable, Sendable {
    /// Tried in this order, each as soon as the one before failed or was silent for 250 ms; the first one counts.
    public var addresses: [NetworkAddress]
    public var security: StreamSecurity
    /// From the first attempt until the end of TLS's handshake.
    public var limit: Span

    public init(_ addresses: [NetworkAddress], security: StreamSecurity, limit: Span = .seconds(10)) {
        (self.addresses, self.security, self.limit) = (addresses, security, limit)
    }
}
