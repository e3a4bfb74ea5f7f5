import Ground

/// A record of an NDEF message, reassembled if it was chunked.
///
/// Source: NFC Forum NDEF 1.0 as restated in nfc.md 1.1.
public struct NDEFRecord: Hashable, Sendable {
    public let typeNameFormat: TypeNameFormat
    /// At most 255 bytes; empty for the formats `empty` and `unknown`.
    public let type: [UInt8]
    /// At most 255 bytes; empty if the record has none.
    public let identifier: [UInt8]
    public let payload: [UInt8]

    /// Creates a record to be written; violating the rules of its format is a programmer error.
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

    /// Creates a well-known record whose type is `name`, for example `U`.
    public static func wellKnown(_ name: String, identifier: [UInt8] = [], payload: [UInt8]) -> NDEFRecord {
        NDEFRecord(.wellKnown, type: Array(name.utf8), identifier: identifier, payload: payload)
    }

    /// Creates a record with data of a media type.
    public static func media(_ type: String, payload: [UInt8]) -> NDEFRecord {
        NDEFRecord(.media, type: Array(type.utf8), payload: payload)
    }

    /// Creates a record of an external type in the form `domain:name`.
    public static func external(_ type: String, payload: [UInt8]) -> NDEFRecord {
        NDEFRecord(.external, type: Array(type.utf8), payload: payload)
    }

    /// Returns whether this is the well-known record of the given type, comparing bytes.
    public func isWellKnown(_ name: String) -> Bool { typeNameFormat == .wellKnown && type.elementsEqual(name.utf8) }

    /// Returns the problem with a type of this length in a record of this format (nfc.md 1.4, rows 7 to 9 and
    /// 11).
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
    /// The record's kind and content, safe to print: `URI https://example.com/a`.
    public var description: String { "\(meaning)" }
}

/// The interpretation of a record's type: the three lowest bits of its first byte.
///
/// All eight codes are named, so there is no unknown one. Source: nfc.md 1.1.
public enum TypeNameFormat: UInt8, Hashable, Codable, Sendable {
    /// No type, no identifier, no payload.
    case empty = 0
    /// A type defined by the NFC Forum: `U`, `T`, `Sp`. Compared by bytes, so `u` is not `U`.
    case wellKnown = 1
    /// A media type, for example `text/vcard`.
    case media = 2
    /// The type itself is a URI, which describes the payload.
    case absoluteURI = 3
    /// An external type, for example `example.com:door`.
    case external = 4
    /// A payload of unknown type.
    case unknown = 5
    /// The middle or the end of a chunked record; never present elsewhere.
    case unchanged = 6
    /// Reserved.
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

/// The header of a record or chunk: flags and lengths, checked in isolation (nfc.md 1.1).
struct RecordHeader {
    static let messageBegin: UInt8 = 0x80
    static let messageEnd: UInt8 = 0x40
    static let chunkFlag: UInt8 = 0x20
    static let shortRecord: UInt8 = 0x10
    static let identifierLengthPresent: UInt8 = 0x08

    /// The offset of the record in the message.
    let offset: Int
    let flags: UInt8
    let format: TypeNameFormat
    let typeLength: Int
    let payloadLength: Int
    let identifierLength: Int

    var isFirst: Bool { flags & Self.messageBegin != 0 }
    var isLast: Bool { flags & Self.messageEnd != 0 }
    var isChunk: Bool { flags & Self.chunkFlag != 0 }
    var hasIdentifierLength: Bool { flags & Self.identifierLengthPresent != 0 }

    init(from reader: inout ByteReader) throws(Malformed) {
        offset = reader.offset
        flags = try reader.u8("the record's flags")
        // Three bits always match one of the eight formats.
        format = TypeNameFormat(rawValue: flags & 0x07) ?? .reserved
        typeLength = Int(try reader.u8("the type length"))
        if flags & Self.shortRecord != 0 {
            payloadLength = Int(try reader.u8("the payload length"))
        } else {
            let length: UInt32 = try reader.big("the payload length")
            payloadLength = Int(clamping: length)
        }
        let hasIdentifier = flags & Self.identifierLengthPresent != 0
        identifierLength = hasIdentifier ? Int(try reader.u8("the id length")) : 0
        if let complaint = NDEFRecord.complaint(format, typeLength: typeLength) {
            throw Malformed(at: offset, complaint)
        }
        guard format != .empty || (payloadLength == 0 && identifierLength == 0) else {
            throw Malformed(at: offset, "a record of the format \"empty\" has neither id nor payload")
        }
    }
}
