public import Ground
internal import OpenSSL

/// A public Ed25519 key (RFC 8032), which verifies signatures made by its private half.
public struct VerifyingKey: Sendable {
    /// The key's 32 bytes.
    public let bytes: [UInt8]

    /// The bytes of SubjectPublicKeyInfo before those of an Ed25519 key (RFC 8410).
    private static let prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    /// Reads the content of a key file: 32 raw bytes, or PEM with SPKI as `openssl pkey -pubout` writes it.
    public init(_ content: [UInt8]) throws(DocumentError) {
        guard PEM.isOne(content) else {
            guard content.count == 32 else {
                throw DocumentError("a public key is 32 bytes or PEM, and this is \(content.count) bytes of neither")
            }
            self.init(raw: content)
            return
        }
        let block = try PEM(content)
        guard block.kind == .publicKey else {
            let hint = block.kind == .privateKey ? ": it is the private key, which nobody needs to verify" : ""
            throw DocumentError(
                "a public key is the block 'PUBLIC KEY', and this is '\(block.label.shown())'\(hint)")
        }
        guard block.content.starts(with: Self.prefix), block.content.count == Self.prefix.count + 32 else {
            throw DocumentError("the block 'PUBLIC KEY' holds no Ed25519 key")
        }
        self.init(raw: Array(block.content.suffix(32)))
    }

    /// Creates a key from any 32 bytes; there may be no signature that it accepts.
    init(raw: [UInt8]) { bytes = raw }

    /// The SHA-256 of the key's bytes, as 64 digits: a name for the key, not a proof of anything.
    public var id: String { ContentHash.of(bytes).hex }

    /// The key as a file: SPKI in PEM.
    public var pem: String { PEM(.publicKey, Self.prefix + bytes).text }

    /// Returns whether the private half of this key made this signature of this message.
    public func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        Ed25519.accepts(signature, of: message, by: bytes)
    }
}
