public import Ground
internal import OpenSSL

/// A private Ed25519 key (RFC 8032), which signs statements.
///
/// OpenSSL makes deterministic signatures, but other libraries need not: verify signatures instead of comparing them.
public struct SigningKey: Sendable {
    private let seed: [UInt8]
    public let publicKey: VerifyingKey

    /// The bytes of PKCS#8 before the seed of an Ed25519 key (RFC 8410).
    private static let prefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    /// The same in version 2, which has the public key after it.
    private static let longPrefix: [UInt8] = [
        0x30, 0x51, 0x02, 0x01, 0x01, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]
    private static let publicMark: [UInt8] = [0x81, 0x21, 0x00]

    /// Reads the content of a key file: 32 raw bytes, or PEM with PKCS#8 as `openssl genpkey -algorithm ed25519`
    /// writes it.
    public init(_ content: [UInt8]) throws(DocumentError) {
        guard PEM.isOne(content) else {
            guard content.count == 32 else {
                throw DocumentError(
                    "a private key is 32 bytes or PEM, and this is \(content.count) bytes of neither")
            }
            try self.init(seed: content)
            return
        }
        let block = try PEM(content)
        guard block.kind == .privateKey else {
            let hint = block.kind == .publicKey ? ": it is the public key" : ""
            throw DocumentError(
                "a private key is the block 'PRIVATE KEY', and this is '\(block.label.shown())'\(hint)")
        }
        if block.content.starts(with: Self.prefix), block.content.count == Self.prefix.count + 32 {
            try self.init(seed: Array(block.content.suffix(32)))
            return
        }
        let body = block.content.dropFirst(Self.longPrefix.count)
        guard block.content.starts(with: Self.longPrefix), body.count == 67,
            body.dropFirst(32).starts(with: Self.publicMark)
        else { throw DocumentError("the block 'PRIVATE KEY' holds no Ed25519 key") }
        try self.init(seed: Array(body.prefix(32)))
        guard publicKey.bytes == Array(body.suffix(32)) else {
            throw DocumentError("the public half in the block 'PRIVATE KEY' is of another key")
        }
    }

    /// Creates a key from the 32 bytes that RFC 8032 calls the private key.
    public init(seed: [UInt8]) throws(DocumentError) {
        guard seed.count == Ed25519.keySize else {
            throw DocumentError("a private key has 32 bytes, and this has \(seed.count)")
        }
        guard let key = Ed25519.publicKey(of: seed) else { throw DocumentError("there is no memory for the key") }
        self.seed = seed
        publicKey = VerifyingKey(raw: key)
    }

    /// Returns the 64 bytes that prove to the holder of the public key that this message was signed.
    public func signature(of message: [UInt8]) throws(DocumentError) -> [UInt8] {
        guard let signature = Ed25519.signature(of: message, by: seed) else {
            throw DocumentError("the message cannot be signed: there is no memory for it")
        }
        return signature
    }
}
