internal import Links
internal import NIOCore
internal import NIOSSL
import Synchronization

/// The identities available to a host's connections, and the key log if one was requested.
final class StreamKeys: Sendable {
    /// Creates the TLS handlers of successive connections; none for plain TCP.
    struct Maker: Sendable {
        fileprivate enum Kind {
            case plain
            case certified(NIOSSLContext, PeerCertificate, protocol: String)
            case preShared(PreSharedKey)
        }

        fileprivate let kind: Kind
        fileprivate let isServer: Bool

        /// The handshake required before a connection is open.
        var handshake: StreamHandshake {
            switch kind {
            case .plain: .none
            case .certified(_, _, let name): .agreeing(protocol: name)
            case .preShared: .alone
            }
        }

        /// Creates a handler. `see` receives the pin of the peer's certificate, nil if it is unreadable, and whether
        /// the certificate is permitted.
        func make(_ see: @escaping (CertificatePin?, Bool) -> Void) throws -> (any ChannelHandler)? {
            switch kind {
            case .plain: return nil
            case .certified(let context, let peer, _): return try certified(context, peer, see)
            case .preShared(let key):
                guard let engine = PreSharedEngine(key, isServer: isServer) else {
                    throw IOError(errnoCode: 12, reason: "TLS")
                }
                return PreSharedHandler(engine)
            }
        }

        private func certified(
            _ context: NIOSSLContext, _ peer: PeerCertificate, _ see: @escaping (CertificatePin?, Bool) -> Void
        ) throws -> NIOSSLHandler {
            let check: NIOSSLCustomVerificationCallback = { chain, promise in
                let shown = chain.first.flatMap { try? $0.toDERBytes() }.map { CertificatePin(der: $0) }
                let isRight =
                    switch peer {
                    case .pinned(let pin): shown.map { pin.fits($0) } ?? false
                    case .any: shown != nil
                    }
                see(shown, isRight)
                promise.succeed(isRight ? .certificateVerified : .failed)
            }
            return isServer
                ? NIOSSLServerHandler(context: context, customVerificationCallback: check)
                : try NIOSSLClientHandler(context: context, serverHostname: nil, customVerificationCallback: check)
        }
    }

    /// The parameters of one side of TLS, independent of the peer.
    private struct Side: Hashable {
        let identity: String?
        let isServer: Bool
        let applicationProtocol: String
    }

    private let identities: [String: TLSIdentity]
    /// Created for the first connection that needs each one, so that keys and certificates are read only once.
    private let contexts = Mutex<[Side: NIOSSLContext]>([:])
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
        case .plain: return Maker(kind: .plain, isServer: isServer)
        case .preShared(let name):
            guard let key = secrets[name] else { throw .noKey(name) }
            return Maker(kind: .preShared(key), isServer: isServer)
        case .certified(let name, let peer, let protocolName):
            return Maker(kind: try certified(name, peer, protocolName, isServer: isServer), isServer: isServer)
        }
    }

    private func certified(
        _ name: String?, _ peer: PeerCertificate, _ protocolName: String, isServer: Bool
    ) throws(RigFault) -> Maker.Kind {
        let identity = name.flatMap { identities[$0] }
        if identity == nil, isServer || name != nil { throw .noIdentity(name ?? "for a listener") }
        if case .pinned(let pin) = peer, let why = pin.trouble { throw .badPin(pin.digest, why) }
        do {
            let side = Side(identity: name, isServer: isServer, applicationProtocol: protocolName)
            return .certified(try context(side, identity), peer, protocol: protocolName)
        } catch {
            throw .badIdentity(name ?? "of nobody", "\(error)")
        }
    }

    private func context(_ side: Side, _ identity: TLSIdentity?) throws -> NIOSSLContext {
        try contexts.withLock { contexts in
            if let made = contexts[side] { return made }
            var write: (@Sendable ([UInt8]) -> Void)?
            if let log { write = { line in log.write(line) } }
            let context = try NIOSSLContext(
                configuration: try TLSIdentity.configuration(
                    identity, isServer: side.isServer, protocol: side.applicationProtocol, log: write))
            contexts[side] = context
            return context
        }
    }

    func close() { own?.close() }
}
