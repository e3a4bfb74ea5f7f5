internal import Crypto
internal import FoundationEssentials
import Ground

/// A public Ed25519 key (RFC 8032), which verifies signatures made by its private half.
public struct VerifyingKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    /// The bytes of SubjectPublicKeyInfo before those of an Ed25519 key (RFC 8410).
    private static let prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    init(_ key: Curve25519.Signing.PublicKey) { self.key = key }

    /// Reads the content of a key file: 32 raw bytes, or PEM with SPKI as `openssl pkey -pubout` writes it.
    public init(_ content: [UInt8]) throws(AttestationError) {
        guard PEM.isOne(content) else {
            guard content.count == 32 else {
                throw AttestationError("a public key is 32 bytes or PEM, and this is \(content.count) bytes of neither")
            }
            try self.init(raw: content)
            return
        }
        let block = try PEM(content)
        guard block.kind == .publicKey else {
            let hint = block.kind == .privateKey ? ": it is the private key, which nobody needs to verify" : ""
            throw AttestationError(
                "a public key is the block 'PUBLIC KEY', and this is '\(block.label.shown())'\(hint)")
        }
        guard block.content.starts(with: Self.prefix), block.content.count == Self.prefix.count + 32 else {
            throw AttestationError("the block 'PUBLIC KEY' holds no Ed25519 key")
        }
        try self.init(raw: Array(block.content.suffix(32)))
    }

    private init(raw: [UInt8]) throws(AttestationError) {
        do {
            key = try Curve25519.Signing.PublicKey(rawRepresentation: raw)
        } catch {
            throw AttestationError("these 32 bytes are no public key")
        }
    }

    /// The key's 32 bytes.
    public var bytes: [UInt8] { Array(key.rawRepresentation) }

    /// The SHA-256 of the key's bytes, as 64 digits: a name for the key, not a proof of anything.
    public var id: String { ContentHash.of(bytes).hex }

    /// The key as a file: SPKI in PEM.
    public var pem: String { PEM(.publicKey, Self.prefix + bytes).text }

    /// Returns whether the private half of this key made this signature of this message.
    public func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValidSignature(signature, for: message)
    }
}
