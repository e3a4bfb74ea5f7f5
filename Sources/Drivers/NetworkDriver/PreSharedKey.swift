internal import Ground
internal import OpenSSL

/// A key that both sides of a connection know in advance (RFC 4279). It is never traced, printed or encoded.
public struct PreSharedKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// The identity that a client presents, at most 127 octets without a zero; a server accepts any.
    let identity: String
    /// The key, 1 to 64 octets.
    let octets: [UInt8]

    /// Returns nil if the identity or the key is empty or longer than the TLS library supports.
    public init?(identity: String, octets: [UInt8]) {
        guard (1...127).contains(identity.utf8.count), !identity.utf8.contains(0), (1...64).contains(octets.count)
        else { return nil }
        (self.identity, self.octets) = (identity, octets)
    }

    /// Returns the key of Apple's Bonjour sample TicTacToe (2019): HMAC-SHA256 over the game's name, with the
    /// passcode as key.
    ///
    /// - Note: The octets of the identity that Apple's app presents are unverified; a server accepts any.
    public static func ticTacToe(passcode: String) -> PreSharedKey {
        let name = "TicTacToe"
        let code = SHA256.authenticationCode(of: Array(name.utf8), key: Array(passcode.utf8))
        return PreSharedKey(unchecked: name, code.bytes)
    }

    private init(unchecked identity: String, _ octets: [UInt8]) { (self.identity, self.octets) = (identity, octets) }

    public var customMirror: Mirror { Mirror(self, children: []) }
    public var description: String { "pre-shared key of \(octets.count) octets" }
}
