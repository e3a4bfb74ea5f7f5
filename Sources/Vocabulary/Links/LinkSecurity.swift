/// How an encrypted Bluetooth link came to its key.
public struct LinkSecurity: Hashable, Codable, Sendable {
    /// Whether the key was made by LE Secure Connections rather than by the older pairing.
    public let isSecureConnections: Bool
    /// Whether the key was stored before, and no pairing was needed.
    public let isBonded: Bool
    /// In bytes, 7 to 16.
    public let keySize: Int

    public init(isSecureConnections: Bool, isBonded: Bool, keySize: Int = 16) {
        self.isSecureConnections = isSecureConnections
        self.isBonded = isBonded
        self.keySize = keySize
    }
}

extension LinkSecurity: CustomStringConvertible {
    public var description: String {
        let origin = isBonded ? "the stored key" : "a new key"
        let making = isSecureConnections ? "LE Secure Connections" : "legacy pairing"
        return "\(origin) of \(making), \(keySize) bytes"
    }
}
