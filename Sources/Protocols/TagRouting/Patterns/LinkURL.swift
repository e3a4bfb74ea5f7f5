public import Ground

/// A URL split into its parts according to RFC 3986, section 3, and never normalised.
///
/// Every part is preserved exactly: percent-encoding, case and empty segments affect universal links (nfc.md
/// 5.4), so nothing is decoded, folded or resolved here. Characters outside ASCII are accepted, although the RFC
/// requires encoding them; an iPhone's treatment of them is unknown.
public struct LinkURL: Hashable, Sendable {
    /// The complete URL as given.
    public let text: String
    /// The scheme as written; schemes are case-insensitive, see `lowercasedScheme`.
    public let scheme: String
    /// The part between `//` and the `@` before the host; nil if there is none.
    public let userInfo: String?
    /// The host as written, an IPv6 address with its brackets; nil if the URL has no `//`.
    public let host: String?
    /// The port; nil if none is written, or if a colon has no digits.
    public let port: UInt16?
    /// The path as written; may be empty.
    public let path: String
    /// The part after the first `?`; nil without one, empty if nothing follows it.
    public let query: String?
    /// The part after the first `#`.
    public let fragment: String?

    public var lowercasedScheme: String { scheme.lowercased() }

    /// Splits a URL; error offsets count UTF-8 bytes.
    public init(_ text: String) throws(Malformed) {
        let bytes = Array(text.utf8)
        let parts = try URLParts(bytes)
        // Parts are split at ASCII characters only, so they remain valid UTF-8.
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

/// Encoded as one string, exactly.
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
