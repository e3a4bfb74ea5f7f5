internal import Links
internal import NIOCore
internal import NIOSSL

/// The identities that a host's connections may show, and the key log where one was asked for.
final class StreamKeys: Sendable {
    /// Makes the TLS handler of one connection after the other; for plain TCP none.
    struct Maker: Sendable {
        fileprivate enum Kind {
            case plain
            case pinned(NIOSSLContext, CertificatePin, protocol: String)
            case preShared(PreSharedKey)
        }

        fileprivate let kind: Kind
        fileprivate let isServer: Bool

        /// What is to happen on a connection before it is open.
        var handshake: StreamHandshake {
            switch kind {
            case .plain: .none
            case .pinned(_, _, let name): .agreeing(protocol: name)
            case .preShared: .alone
            }
        }

        /// `distrust` is called when the peer shows another certificate than the pinned one.
        func make(_ distrust: @escaping () -> Void) throws -> (any ChannelHandler)? {
            switch kind {
            case .plain: return nil
            case .pinned(let context, let pin, _): return try pinned(context, pin, distrust)
            case .preShared(let key):
                guard let engine = PreSharedEngine(key, isServer: isServer) else {
                    throw IOError(errnoCode: 12, reason: "TLS")
                }
                return PreSharedHandler(engine)
            }
        }

        private func pinned(
            _ context: NIOSSLContext, _ pin: CertificatePin, _ distrust: @escaping () -> Void
        ) throws -> NIOSSLHandler {
            let check: NIOSSLCustomVerificationCallback = { chain, promise in
                let isPinned = chain.first.flatMap { try? $0.toDERBytes() }.map { CertificatePin(der: $0) == pin }
                if isPinned != true { distrust() }
                promise.succeed(isPinned == true ? .certificateVerified : .failed)
            }
            return isServer
                ? NIOSSLServerHandler(context: context, customVerificationCallback: check)
                : try NIOSSLClientHandler(context: context, serverHostname: nil, customVerificationCallback: check)
        }
    }

    private let identities: [String: TLSIdentity]
    private let secrets: [String: PreSharedKey]
    private let log: KeyLog?

    init(_ identities: [String: TLSIdentity], _ secrets: [String: PreSharedKey], keyLog: KeyLog?) {
        self.identities = identities
        self.secrets = secrets
        log = keyLog
    }

    func maker(for security: StreamSecurity, isServer: Bool) throws(RigFault) -> Maker {
        switch security {
        case .plain: return Maker(kind: .plain, isServer: isServer)
        case .preShared(let name):
            guard let key = secrets[name] else { throw .noKey(name) }
            return Maker(kind: .preShared(key), isServer: isServer)
        case .pinned(let name, let pin, let protocolName):
            return Maker(kind: try pinned(name, pin, protocolName, isServer: isServer), isServer: isServer)
        }
    }

    private func pinned(
        _ name: String, _ pin: CertificatePin, _ protocolName: String, isServer: Bool
    ) throws(RigFault) -> Maker.Kind {
        guard let identity = identities[name] else { throw .noIdentity(name) }
        if let why = pin.trouble { throw .badPin(pin.digest, why) }
        do {
            var write: (@Sendable ([UInt8]) -> Void)?
            if let log { write = { line in log.write(line) } }
            let configuration = try identity.configuration(isServer: isServer, protocol: protocolName, log: write)
            return .pinned(try NIOSSLContext(configuration: configuration), pin, protocol: protocolName)
        } catch {
            throw .badIdentity(name, "\(error)")
        }
    }

    func close() { log?.close() }
}
