internal import Links
internal import NIOCore
internal import NIOSSL

/// The identities that a host's connections may show, and the key log where one was asked for.
final class StreamKeys: Sendable {
    /// Makes the TLS handler of one connection after the other; for plain TCP none.
    struct Maker: Sendable {
        /// What TLS must agree on; nil for plain TCP.
        let protocolName: String?
        fileprivate let context: NIOSSLContext?
        fileprivate let isServer: Bool
        fileprivate let pin: CertificatePin?

        /// `distrust` is called when the peer shows another certificate than the pinned one.
        func make(_ distrust: @escaping () -> Void) throws -> NIOSSLHandler? {
            guard let context, let pin else { return nil }
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
    private let log: KeyLog?

    init(_ identities: [String: TLSIdentity], keyLog: KeyLog?) {
        self.identities = identities
        log = keyLog
    }

    func maker(for security: StreamSecurity, isServer: Bool) throws(RigFault) -> Maker {
        guard case .pinned(let name, let pin, let protocolName) = security else {
            return Maker(protocolName: nil, context: nil, isServer: isServer, pin: nil)
        }
        guard let identity = identities[name] else { throw .noIdentity(name) }
        if let why = pin.trouble { throw .badPin(pin.digest, why) }
        do {
            var write: (@Sendable ([UInt8]) -> Void)?
            if let log { write = { line in log.write(line) } }
            let configuration = try identity.configuration(isServer: isServer, protocol: protocolName, log: write)
            return Maker(
                protocolName: protocolName, context: try NIOSSLContext(configuration: configuration),
                isServer: isServer, pin: pin)
        } catch {
            throw .badIdentity(name, "\(error)")
        }
    }

    func close() { log?.close() }
}
