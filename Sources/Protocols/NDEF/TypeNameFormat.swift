/// How the type of an NDEF record is to be read: the three lowest bits of its first byte.
///
/// All eight codes are named, so there is no unknown one. Source: NFC fact sheet 1.1.
public enum TypeNameFormat: UInt8, Hashable, Codable, Sendable {
    /// No type, no identifier, no payload.
    case empty = 0
    /// A type of the NFC Forum's: `U`, `T`, `Sp`. Compared byte by byte, so `u` is not `U`.
    case wellKnown = 1
    /// A media type: `text/vcard`.
    case media = 2
    /// The type itself is a URI, which describes the payload.
    case absoluteURI = 3
    /// A type of somebody's own: `example.com:door`.
    case external = 4
    /// A payload of unknown type.
    case unknown = 5
    /// The middle or the end of a chunked record; never seen outside one.
    case unchanged = 6
    /// Not for use.
    case reserved = 7
}

extension TypeNameFormat: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "empty"
        case .wellKnown: "NFC Forum well-known"
        case .media: "media"
        case .absoluteURI: "absolute URI"
        case .external: "external"
        case .unknown: "unknown"
        case .unchanged: "unchanged"
        case .reserved: "reserved"
        }
    }
}
