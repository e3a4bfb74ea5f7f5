internal import COpenSSL

/// The credentials and the version of TLS that all connections of one side share.
@safe
public final class TLSContext: @unchecked Sendable {
    /// A certificate, key or protocol that OpenSSL rejected, with its reason.
    public struct Unusable: Error, CustomStringConvertible {
        public let description: String
    }

    let handle: OpaquePointer

    /// Creates TLS 1.3 with certificates on both sides; a client may present none. Both sides must agree on a protocol
    /// (ALPN).
    ///
    /// - Parameters:
    ///   - certificate: this side's certificate in DER form, and its key in PEM form.
    ///   - isLogged: whether connections keep lines for a key log.
    public init(
        certificate: (der: [UInt8], key: String)?, isServer: Bool, protocol name: String, isLogged: Bool
    ) throws(Unusable) {
        let (der, key) = (certificate?.der ?? [], Array((certificate?.key ?? "").utf8))
        var reason: UnsafePointer<CChar>?
        let made = unsafe trammel_tls_context_certified(
            isServer ? 1 : 0, der, der.count, key, key.count, name, isLogged ? 1 : 0, &reason)
        guard let made = unsafe made else {
            throw Unusable(description: unsafe reason.map { unsafe String(cString: $0) } ?? "TLS cannot be set up")
        }
        unsafe handle = made
    }

    /// Creates TLS 1.2 with a pre-shared key (RFC 4279) and only `TLS_PSK_WITH_AES_128_GCM_SHA256`.
    ///
    /// - Parameters:
    ///   - identity: the identity that a client presents, at most 127 octets; a server accepts any.
    ///   - key: 1 to 64 octets.
    public init(identity: String, key: [UInt8], isServer: Bool) throws(Unusable) {
        let made = unsafe trammel_tls_context_pre_shared(isServer ? 1 : 0, identity, key, key.count)
        guard let made = unsafe made else { throw Unusable(description: "the pre-shared key cannot be used") }
        unsafe handle = made
    }

    deinit { unsafe trammel_tls_context_free(handle) }
}
