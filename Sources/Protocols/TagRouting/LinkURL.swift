public import Ground

/// A URL split into its parts by RFC 3986, section 3, and never normalised.
///
/// Every part is kept letter for letter: percent-encoding, case and empty segments decide about universal links (fact
/// sheet 5.4), so nothing is decoded, folded or resolved here. Characters outside ASCII are let through, though the RFC
/// asks for their encoding; what an iPhone does with them is not known.
public struct LinkURL: Hashable, Sendable {
    /// The whole URL as it was given.
    public let text: String
    /// As written; schemes compare without regard to case, see `lowercasedScheme`.
    public let scheme: String
    /// What stands between `//` and the host's `@`; nil when there is none.
    public let userInfo: String?
    /// As written, an IPv6 address with its brackets; nil when the URL has no `//`.
    public let host: String?
    /// Nil when no port is written; a colon without digits counts as none.
    public let port: UInt16?
    /// As written; may be empty.
    public let path: String
    /// What follows the first `?`; nil when there is none, empty when nothing follows it.
    public let query: String?
    /// What follows the first `#`.
    public let fragment: String?

    public var lowercasedScheme: String { scheme.lowercased() }

    /// Splits a URL; the offset of what is wrong counts in UTF-8 bytes.
    public init(_ text: String) throws(Malformed) {
        let bytes = Array(text.utf8)
        if let place = bytes.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw Malformed(at: place, "a URL has no spaces and no control characters")
        }
        guard let colon = bytes.firstIndex(where: { ":/?#".utf8.contains($0) }), bytes[colon] == UInt8(ascii: ":")
        else {
            throw Malformed(at: 0, "a URL begins with a scheme and a colon")
        }
        guard colon > 0, Self.isLetter(bytes[0]), bytes[..<colon].allSatisfy(Self.isSchemeCharacter) else {
            throw Malformed(at: 0, "a scheme is a letter followed by letters, digits, +, - and .")
        }
        self.text = text
        scheme = Self.string(bytes[..<colon])
        var rest = bytes[(colon + 1)...]
        (rest, fragment) = Self.cut(rest, at: "#")
        (rest, query) = Self.cut(rest, at: "?")
        guard rest.starts(with: "//".utf8) else {
            (userInfo, host, port) = (nil, nil, nil)
            path = Self.string(rest)
            return
        }
        rest = rest.dropFirst(2)
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        path = Self.string(rest[slash...])
        let authority = try Self.authority(rest[..<slash])
        (userInfo, host, port) = (authority.userInfo, authority.host, authority.port)
    }

    private static func authority(
        _ bytes: ArraySlice<UInt8>
    ) throws(Malformed) -> (userInfo: String?, host: String, port: UInt16?) {
        var hostAndPort = bytes
        var userInfo: String?
        if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = string(bytes[..<at])
            hostAndPort = bytes[(at + 1)...]
        }
        var host = hostAndPort
        var digits = hostAndPort[hostAndPort.endIndex...]
        if hostAndPort.first == UInt8(ascii: "[") {
            guard let close = hostAndPort.firstIndex(of: UInt8(ascii: "]")) else {
                throw Malformed(at: hostAndPort.startIndex, "the address in brackets does not end")
            }
            host = hostAndPort[...close]
            let after = hostAndPort[(close + 1)...]
            guard after.isEmpty || after.first == UInt8(ascii: ":") else {
                throw Malformed(at: after.startIndex, "only a port may follow the address in brackets")
            }
            digits = after.dropFirst()
        } else if let colon = hostAndPort.firstIndex(of: UInt8(ascii: ":")) {
            host = hostAndPort[..<colon]
            digits = hostAndPort[(colon + 1)...]
        }
        guard !digits.isEmpty else { return (userInfo, string(host), nil) }
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(string(digits)) else {
            throw Malformed(at: digits.startIndex, "a port is a number up to 65535")
        }
        return (userInfo, string(host), port)
    }

    private static func cut(
        _ bytes: ArraySlice<UInt8>, at mark: Unicode.Scalar
    ) -> (ArraySlice<UInt8>, String?) {
        guard let place = bytes.firstIndex(of: UInt8(ascii: mark)) else { return (bytes, nil) }
        return (bytes[..<place], string(bytes[(place + 1)...]))
    }

    /// The text of a run of bytes; runs are cut at ASCII characters only, so they stay valid UTF-8.
    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
}

extension LinkURL: CustomStringConvertible {
    public var description: String { text.escapedForDisplay }
}
