internal import Crypto
internal import FoundationEssentials

/// A key that both sides of a connection have before it (RFC 4279). It is never traced, printed nor encoded.
public struct PreSharedKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// What a client shows first, at most 127 octets without a zero; a server takes any.
    let identity: String
    /// 1 to 64 octets.
    let octets: [UInt8]

    /// Nil where the identity or the key is longer than TLS's library takes, or empty.
    public init?(identity: String, octets: [UInt8]) {
        guard (1...127).contains(identity.utf8.count), !identity.utf8.contains(0), (1...64).contains(octets.count)
        else { return nil }
        (self.identity, self.octets) = (identity, octets)
    }

    /// The key of Apple's Bonjour sample TicTacToe (2019): HMAC-SHA256 over the game's name, with the passcode as key.
    ///
    /// - Note: Which octets Apple's app shows as identity is unverified; a server takes any.
    public static func ticTacToe(passcode: String) -> PreSharedKey {
        let name = "TicTacToe"
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(name.utf8), using: SymmetricKey(data: Data(passcode.utf8)))
        return PreSharedKey(unchecked: name, Array(code))
    }

    private init(unchecked identity: String, _ octets: [UInt8]) { (self.identity, self.octets) = (identity, octets) }

    public var customMirror: Mirror { Mirror(self, children: []) }
    public var description: String { "pre-shared key of \(octets.count) octets" }
}
