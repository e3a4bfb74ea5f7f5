internal import COpenSSL

/// A self-signed certificate of a P-256 key, and the key.
public struct SelfSignedCertificate: Sendable {
    /// The certificate in DER form.
    public let der: [UInt8]
    /// The key as PKCS #8 in PEM form.
    public let key: String

    /// Creates a new key, and a certificate with this common name that is valid for ten years starting a day ago.
    /// Returns nil if out of memory.
    public init?(named name: String) {
        let name = Array(name.utf8)
        var der = [UInt8](repeating: 0, count: 1_024 + 2 * name.count)
        var pem = [UInt8](repeating: 0, count: 1_024)
        var (derCount, pemCount) = (der.count, pem.count)
        let done = unsafe trammel_certificate_make(name, name.count, &der, &derCount, &pem, &pemCount)
        guard done == 1 else { return nil }
        self.der = Array(der[..<derCount])
        key = String(decoding: pem[..<pemCount], as: UTF8.self)
    }

    /// Returns the encoding that a peer receives of the certificate at the start of these bytes; nil if there is none.
    public static func encoding(_ der: [UInt8]) -> [UInt8]? {
        var encoding = [UInt8](repeating: 0, count: der.count)
        let count = unsafe trammel_certificate_encoding(der, der.count, &encoding)
        return count > 0 ? Array(encoding[..<count]) : nil
    }

    /// Returns whether a text is a private key in PEM form without a password.
    public static func isKey(_ pem: String) -> Bool {
        let bytes = Array(pem.utf8)
        return unsafe trammel_is_private_key(bytes, bytes.count) == 1
    }
}
