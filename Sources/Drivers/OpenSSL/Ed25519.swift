internal import COpenSSL

/// Ed25519 signatures (RFC 8032). Keys have 32 bytes. Functions with an optional result return nil only if out of
/// memory.
public enum Ed25519 {
    /// The size of either key in bytes.
    public static let keySize = 32
    private static let signatureSize = 64

    /// Returns the public key for a private key.
    public static func publicKey(of seed: [UInt8]) -> [UInt8]? {
        precondition(seed.count == keySize, "a private key has 32 bytes")
        var key = [UInt8](repeating: 0, count: keySize)
        return unsafe trammel_ed25519_public(seed, &key) == 1 ? key : nil
    }

    /// Returns the signature of a message, which is deterministic.
    public static func signature(of message: [UInt8], by seed: [UInt8]) -> [UInt8]? {
        precondition(seed.count == keySize, "a private key has 32 bytes")
        var signature = [UInt8](repeating: 0, count: signatureSize)
        return unsafe trammel_ed25519_sign(seed, message, message.count, &signature) == 1 ? signature : nil
    }

    /// Returns whether a message was signed with the private half of a public key.
    public static func accepts(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        guard key.count == keySize, signature.count == signatureSize else { return false }
        return unsafe trammel_ed25519_verify(key, message, message.count, signature) == 1
    }
}
