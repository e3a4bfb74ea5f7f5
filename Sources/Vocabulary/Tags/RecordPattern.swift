public import NDEF

/// A pattern for one record of a delivered NDEF message: `.uri("https://example.com/door")`,
/// `.external("example.com:door", payload: [1, 2])`. Nil values match anything.
///
/// Type and id are compared byte by byte. A URI and a text are compared by content, whatever their prefix code or
/// encoding.
public struct RecordPattern: Hashable, Codable, Sendable {
    public enum Payload: Hashable, Codable, Sendable {
        case bytes([UInt8])
        /// The whole URI of a URI record.
        case uri(String)
        /// A text record's text, in this language if one is given.
        case text(String, language: String?)

        enum BytesCodingKeys: String, CodingKey { case _0 = "bytes" }
        enum UriCodingKeys: String, CodingKey { case _0 = "uri" }
        enum TextCodingKeys: String, CodingKey {
            case _0 = "text"
            case language
        }
    }

    /// The type name format; a number from 0 to 7 in JSON.
    public let tnf: TypeNameFormat?
    public let type: String?
    /// The record's id; empty matches a record without an id.
    public let id: String?
    public let payload: Payload?

    public init(tnf: TypeNameFormat? = nil, type: String? = nil, id: String? = nil, payload: Payload? = nil) {
        self.tnf = tnf
        self.type = type
        self.id = id
        self.payload = payload
    }

    /// The number of a format that no complete record has; nil for any other.
    public var impossibleFormat: UInt8? { tnf == .unchanged || tnf == .reserved ? tnf?.rawValue : nil }

    public static func uri(_ uri: String, id: String? = nil) -> RecordPattern {
        RecordPattern(tnf: .wellKnown, type: URIRecord.type, id: id, payload: .uri(uri))
    }

    public static func text(_ text: String, language: String? = nil, id: String? = nil) -> RecordPattern {
        RecordPattern(tnf: .wellKnown, type: TextRecord.type, id: id, payload: .text(text, language: language))
    }

    /// Data of a media type: `text/vcard`.
    public static func media(_ type: String, payload: [UInt8]? = nil, id: String? = nil) -> RecordPattern {
        RecordPattern(tnf: .media, type: type, id: id, payload: payload.map { .bytes($0) })
    }

    /// An external type: `example.com:door`.
    public static func external(_ type: String, payload: [UInt8]? = nil, id: String? = nil) -> RecordPattern {
        RecordPattern(tnf: .external, type: type, id: id, payload: payload.map { .bytes($0) })
    }

    /// The package name of an Android app.
    public static func application(_ package: String) -> RecordPattern {
        .external(NDEFRecord.androidApplicationType, payload: Array(package.utf8))
    }

    /// Returns whether the record matches the pattern.
    public func matches(_ record: NDEFRecord) -> Bool {
        guard tnf == nil || tnf == record.typeNameFormat else { return false }
        if let type, !record.type.elementsEqual(type.utf8) { return false }
        if let id, !record.identifier.elementsEqual(id.utf8) { return false }
        return payload?.matches(record) ?? true
    }
}

extension RecordPattern.Payload {
    fileprivate func matches(_ record: NDEFRecord) -> Bool {
        switch (self, record.meaning) {
        case (.bytes(let bytes), _): bytes == record.payload
        case (.uri(let wanted), .uri(let uri)): wanted == uri
        case (.text(let wanted, let language), .text(let text)):
            wanted == text.text && (language == nil || language == text.language)
        default: false
        }
    }
}
