public import Ground

/// A request to the local network. The caller chooses the numbers, a unique one for each publication, search,
/// listener and connection.
///
/// Requests contain no keys, only the names of a connection's credentials (`StreamSecurity`), so they may be traced.
public enum NetworkRequest: Hashable, Codable, Sendable {
    /// Publishes a service until `withdraw`. Answered by `published`, after a `renamed` if the name was taken.
    case publish(UInt32, ServicePublication)
    /// Replaces the strings of a publication. Not answered.
    case update(UInt32, txt: TXTRecord)
    /// Withdraws a service, with a goodbye to the network. Not answered.
    case withdraw(UInt32)
    /// Searches for services of a type, for example `_trammel-agent._tcp`. Answered by `found` and `vanished` until
    /// `endSearch`.
    case search(UInt32, type: String)
    /// Ends a search. Not answered.
    case endSearch(UInt32)
    /// Resolves a service's location. Answered by one `resolved` or `unresolved`.
    case resolve(UInt32, ServiceInstance)
    /// Accepts connections at one address. Answered by `listening` or `notListening`.
    case listen(UInt32, ListenerSettings)
    /// Changes the security of a listener's future connections; existing ones are not affected. Not answered.
    case secure(UInt32, StreamSecurity)
    /// Stops accepting connections; existing ones are not affected. Not answered.
    case endListening(UInt32)
    /// Opens a connection to one of several addresses. Answered by `opened` or `closed`.
    case connect(UInt32, ConnectionSettings)
    case send(NetworkConnection, [UInt8])
    /// Reports that the consumer is done with a number of bytes from `NetworkEvent.bytes`, so that more are read. Not
    /// answered.
    case taken(NetworkConnection, bytes: Int)
    /// Sends the remaining data, then ends the connection cleanly. Answered by `closed`.
    case close(NetworkConnection)
    /// Sends the remaining data, then resets the connection (RST). Answered by `closed`.
    case reset(NetworkConnection)
}

/// A connection: that of a `connect`, or one that a listener accepted.
public enum NetworkConnection: Hashable, Codable, Sendable {
    case opened(UInt32)
    /// A listener's connections are counted from 1.
    case accepted(listener: UInt32, count: UInt32)
}

/// A service to publish.
public struct ServicePublication: Hashable, Codable, Sendable {
    /// The instance's name, 1 to 63 octets of UTF-8 (RFC 6763 section 4.1.1), without escapes.
    public var name: String
    /// The type, for example `_trammel-agent._tcp` (RFC 6763 section 7).
    public var type: String
    /// The port it listens on, in host byte order.
    public var port: UInt16
    public var txt: TXTRecord
    /// The kernel's index of the only network interface to publish on; nil for all.
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

/// A service as found on one interface, through one protocol version.
public struct ServiceInstance: Hashable, Codable, Sendable {
    /// The name without escapes.
    public let name: String
    public let type: String
    /// The domain, for example `local`.
    public let domain: String
    /// The kernel's index of the network interface, on the daemon's host.
    public let interface: UInt32
    /// The protocol version through which it was found; it may have addresses of the other family as well.
    public let family: AddressFamily

    public init(name: String, type: String, domain: String = "local", interface: UInt32, family: AddressFamily) {
        (self.name, self.type, self.domain, self.interface, self.family) = (name, type, domain, interface, family)
    }
}

/// The security of a stream.
public enum StreamSecurity: Hashable, Codable, Sendable {
    /// TCP only.
    case plain
    /// TLS 1.3. `identity` names one of `NetworkHost`'s identities to present to the peer; a client may present none.
    /// The peer must present a certificate, which is reported as `NetworkEvent.shown`; both must offer `protocol`
    /// (ALPN).
    case certified(identity: String?, peer: PeerCertificate, protocol: String)
    /// TLS 1.2 with a key known to both sides, using only `TLS_PSK_WITH_AES_128_GCM_SHA256`, as in Apple's Bonjour
    /// sample. `key` names one of `NetworkHost`'s secrets. For that sample only: without forward secrecy, anyone who
    /// learns the key can decrypt recorded traffic.
    case preShared(key: String)
}

extension StreamSecurity {
    /// Returns TLS 1.3 with certificates on both sides, where the peer's is pinned.
    public static func pinned(identity: String, peer pin: CertificatePin, protocol name: String) -> StreamSecurity {
        .certified(identity: identity, peer: .pinned(pin), protocol: name)
    }
}

/// The certificates that the peer may present.
public enum PeerCertificate: Hashable, Codable, Sendable {
    case pinned(CertificatePin)
    /// Any certificate whose key the peer has; the peer's identity is unknown.
    case any
}

/// The address and limit of a listener.
public struct ListenerSettings: Hashable, Codable, Sendable {
    /// A numeric address of this host; the wildcard is refused.
    public var address: NetworkAddress
    public var security: StreamSecurity
    /// The maximum number of concurrent connections; further ones are closed immediately and reported as
    /// `turnedAway`.
    public var limit: Int

    /// Creates settings; with port 0 the kernel chooses the port.
    public init(_ address: NetworkAddress, security: StreamSecurity, limit: Int = 64) {
        (self.address, self.security, self.limit) = (address, security, limit)
    }
}

/// The target and time limit of a connection.
public struct ConnectionSettings: Hashable, Codable, Sendable {
    /// The addresses in order of preference. Each is tried once the previous one has failed or been silent for 250
    /// ms; the first to connect is used.
    public var addresses: [NetworkAddress]
    public var security: StreamSecurity
    /// The time limit from the first attempt to the end of the TLS handshake.
    public var limit: Lapse

    public init(_ addresses: [NetworkAddress], security: StreamSecurity, limit: Lapse = .seconds(10)) {
        (self.addresses, self.security, self.limit) = (addresses, security, limit)
    }
}
