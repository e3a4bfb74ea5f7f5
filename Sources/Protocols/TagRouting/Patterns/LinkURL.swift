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
        let parts = try URLParts(bytes)
        // Parts are cut at characters of ASCII only, so they stay valid UTF-8.
        func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        self.text = text
        scheme = string(parts.scheme)
        userInfo = parts.userInfo.map(string)
        host = parts.host.map(string)
        port = parts.portDigits.flatMap { URLParts.port(bytes[$0]) }
        path = string(parts.path)
        query = parts.query.map(string)
        fragment = parts.fragment.map(string)
    }
}

extension LinkURL: CustomStringConvertible {
    public var description: String { text.escapedForDisplay }
}

/// As one string, letter for letter.
extension LinkURL: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try LinkURL(container.decode(String.self))
        } catch let error as Malformed {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.meaning)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
