import Ground

/// One record of an NDEF message, put together again when it came in chunks.
///
/// Source: NFC Forum NDEF 1.0 as restated in the NFC fact sheet 1.1.
public struct NDEFRecord: Hashable, Sendable {
    public let typeNameFormat: TypeNameFormat
    /// At most 255 bytes; empty for the formats `empty` and `unknown`.
    public let type: [UInt8]
    /// At most 255 bytes; empty when the record has none.
    public let identifier: [UInt8]
    public let payload: [UInt8]

    /// A record to be written; one that breaks the rules of its format is a mistake of the caller's.
    public init(_ format: TypeNameFormat, type: [UInt8], identifier: [UInt8] = [], payload: [UInt8] = []) {
        if let complaint = Self.complaint(format, typeLength: type.count) { preconditionFailure(complaint) }
        precondition(format != .unchanged, "a whole record cannot be of the format \"unchanged\"")
        precondition(
            format != .empty || (identifier.isEmpty && payload.isEmpty), "an empty record has neither id nor payload")
        precondition(type.count <= 255 && identifier.count <= 255, "type and id have at most 255 bytes each")
        precondition(payload.count <= UInt32.max, "a payload has at most 4294967295 bytes")
        self.typeNameFormat = format
        self.type = type
        self.identifier = identifier
        self.payload = payload
    }

    /// The record without type, identifier and payload.
    public static let empty = NDEFRecord(.empty, type: [])

    /// A well-known record; `name` is its type, as in `U`.
    public static func wellKnown(_ name: String, identifier: [UInt8] = [], payload: [UInt8]) -> NDEFRecord {
        NDEFRecord(.wellKnown, type: Array(name.utf8), identifier: identifier, payload: payload)
    }

    /// A record with data of a media type.
    public static func media(_ type: String, payload: [UInt8]) -> NDEFRecord {
        NDEFRecord(.media, type: Array(type.utf8), payload: payload)
    }

    /// A record of somebody's own type, written `domain:name`.
    public static func external(_ type: String, payload: [UInt8]) -> NDEFRecord {
        NDEFRecord(.external, type: Array(type.utf8), payload: payload)
    }

    /// Whether this is the well-known record of the given type, compared byte by byte.
    public func isWellKnown(_ name: String) -> Bool { typeNameFormat == .wellKnown && type.elementsEqual(name.utf8) }

    /// What is wrong with a type of this length in a record of this format (fact sheet 1.4, rows 7 to 9 and 11).
    static func complaint(_ format: TypeNameFormat, typeLength: Int) -> String? {
        switch format {
        case .empty, .unknown, .unchanged:
            typeLength == 0 ? nil : "a record of the format \"\(format)\" has no type, this one has \(typeLength) bytes"
        case .wellKnown, .media, .absoluteURI, .external:
            typeLength > 0 ? nil : "a record of the format \"\(format)\" needs a type, this one has none"
        case .reserved:
            "the type name format 7 is reserved"
        }
    }
}

extension NDEFRecord: CustomStringConvertible {
    /// The kind of record with what it holds, safe to print: `URI https://example.com/a`.
    public var description: String { "\(meaning)" }
}
