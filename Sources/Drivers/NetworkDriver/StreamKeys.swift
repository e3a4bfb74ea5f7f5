internal import Links
internal import NIOCore
internal import OpenSSL
import Synchronization

/// The credentials available to a host's connections, and the key log if one was requested.
final class StreamKeys: Sendable {
    /// Creates the TLS handlers of successive connections; none for plain TCP.
    struct Maker: Sendable {
        fileprivate let context: TLSContext?
        /// The required beginning of the SHA-256 of the peer's certificate.
        fileprivate var pin: [UInt8] = []
        fileprivate var log: KeyLog?

        /// Whether TLS is required before a connection is open.
        var isSecured: Bool { context != nil }

        func make() throws -> TLSHandler? {
            guard let context else { return nil }
            guard let engine = TLSEngine(context, pin: pin) else { throw IOError(errnoCode: 12, reason: "TLS") }
            return TLSHandler(engine, log: log)
        }
    }

    /// The parameters of one side of TLS, independent of the peer.
    private enum Side: Hashable {
        case certified(identity: String?, protocol: String, isServer: Bool)
        case preShared(key: String, isServer: Bool)
    }

    private let identities: [String: TLSIdentity]
    /// Created for the first connection that needs each one, so that keys and certificates are read only once.
    private let contexts = Mutex<[Side: TLSContext]>([:])
    private let secrets: [String: PreSharedKey]
    /// The log that this object owns and closes; `log` is the one in use, which may be shared.
    private let own: KeyLog?
    private let log: KeyLog?

    init(
        _ identities: [String: TLSIdentity], _ secrets: [String: PreSharedKey], keyLog own: KeyLog?,
        sharing shared: KeyLog? = nil
    ) {
        self.identities = identities
        self.secrets = secrets
        self.own = own
        log = own ?? shared
    }

    func maker(for security: StreamSecurity, isServer: Bool) throws(RigFault) -> Maker {
        switch security {
        case .plain: return Maker(context: nil)
        case .preShared(let name):
            guard let key = secrets[name] else { throw .noKey(name) }
            let context = try context(.preShared(key: name, isServer: isServer), of: name) {
                () throws(TLSContext.Unusable) in
                try TLSContext(identity: key.identity, key: key.octets, isServer: isServer)
            }
            return Maker(context: context)
        case .certified(let name, let peer, let protocolName):
            let identity = name.flatMap { identities[$0] }
            if identity == nil, isServer || name != nil { throw .noIdentity(name ?? "for a listener") }
            let side = Side.certified(identity: name, protocol: protocolName, isServer: isServer)
            let pin = try Self.pin(of: peer)
            let context = try context(side, of: name ?? "of nobody") { () throws(TLSContext.Unusable) in
                try TLSContext(
                    certificate: identity.map { ($0.certificate, $0.key) }, isServer: isServer, protocol: protocolName,
                    isLogged: log != nil)
            }
            return Maker(context: context, pin: pin, log: log)
        }
    }

    /// Returns the required beginning of the hash of a peer's certificate; empty if any certificate may be presented.
    private static func pin(of peer: PeerCertificate) throws(RigFault) -> [UInt8] {
        guard case .pinned(let pin) = peer else { return [] }
        if let why = pin.trouble { throw .badPin(pin.digest, why) }
        return pin.bytes
    }

    private func context(
        _ side: Side, of name: String, make: () throws(TLSContext.Unusable) -> TLSContext
    ) throws(RigFault) -> TLSContext {
        try contexts.withLock { contexts throws(RigFault) in
            if let made = contexts[side] { return made }
            do throws(TLSContext.Unusable) {
                let context = try make()
                contexts[side] = context
                return context
            } catch {
                throw .badIdentity(name, "\(error)")
            }
        }
    }

    func close() { own?.close() }
}
