public import Ground

/// An NDEF message: one or more records, as stored on a tag.
///
/// Decoding is strict: it rejects what NFC Forum's rules forbid (nfc.md 1.4, last column) and reports what they
/// allow but phones treat differently as findings.
public struct NDEFMessage: Hashable, Sendable {
    public let records: [NDEFRecord]
    /// Legal but questionable properties: bytes after the last record, chunked records.
    public let findings: [Finding]
    /// The offset of each record in the message; ignored by comparisons.
    let offsets: [Int]
    /// The number of bytes of the records, as decoded or as they would be encoded.
    public let size: Int

    /// Creates a message to be written, with at least one record.
    public init(_ records: [NDEFRecord]) {
        precondition(!records.isEmpty, "an NDEF message has at least one record; a blank tag holds no message at all")
        self.records = records
        self.findings = []
        var offsets: [Int] = []
        var place = 0
        for record in records {
            offsets.append(place)
            place += record.encoded(as: .shortest, isFirst: false, isLast: false).count
        }
        self.offsets = offsets
        self.size = place
    }

    /// Decodes a complete message.
    ///
    /// Bytes after the record flagged as the last are ignored and reported. Empty input is malformed: a blank tag has
    /// no message, for which its reader returns nil.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        guard !bytes.isEmpty else { throw Malformed(at: 0, "a message has at least one record, there are no bytes") }
        var reader = ByteReader(bytes)
        var assembly = RecordAssembly()
        while !assembly.isComplete {
            guard !reader.isAtEnd else {
                throw Malformed(at: reader.offset, "the message ends without a record marked as its last")
            }
            try assembly.add(try RecordHeader(from: &reader), from: &reader)
        }
        if !reader.isAtEnd {
            assembly.findings.append(
                Finding(
                    "ndef.record", .warning,
                    "\(reader.remaining) bytes follow the last record: Android refuses such a message,"
                        + " iPhones have been seen to ignore the tag",
                    offset: reader.offset))
        }
        self.records = assembly.records
        self.findings = assembly.findings
        self.offsets = assembly.offsets
        self.size = bytes.count - reader.remaining
    }

    public static func == (left: NDEFMessage, right: NDEFMessage) -> Bool {
        left.records == right.records && left.findings == right.findings
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(records)
        hasher.combine(findings)
    }

    /// The message's bytes, with each record unchunked and in its shortest form.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            bytes += record.encoded(as: .shortest, isFirst: index == 0, isLast: index == records.count - 1)
        }
        return bytes
    }
}

/// Assembles chunks into records, and checks the order of records in a message (nfc.md 1.2 and 1.4).
private struct RecordAssembly {
    private struct OpenRecord {
        let header: RecordHeader
        let type: [UInt8]
        let identifier: [UInt8]
        var payload: [UInt8]
    }

    private(set) var records: [NDEFRecord] = []
    private(set) var offsets: [Int] = []
    var findings: [Finding] = []
    private(set) var isComplete = false
    private var open: OpenRecord?

    /// Takes one record or chunk, of which the header has been read and the fields are next.
    mutating func add(_ header: RecordHeader, from reader: inout ByteReader) throws(Malformed) {
        try checkOrder(of: header)
        let type = try reader.take(header.typeLength, "the type")
        let identifier = try reader.take(header.identifierLength, "the id")
        let payload = try reader.take(header.payloadLength, "the payload")
        if var record = open {
            record.payload += payload
            open = header.isChunk ? record : nil
            if !header.isChunk { finish(record) }
        } else {
            let record = OpenRecord(header: header, type: type, identifier: identifier, payload: payload)
            if header.isChunk { open = record } else { finish(record) }
        }
        isComplete = header.isLast
    }

    private func checkOrder(of header: RecordHeader) throws(Malformed) {
        let isVeryFirst = records.isEmpty && open == nil
        if isVeryFirst, !header.isFirst {
            throw Malformed(at: header.offset, "the first record is not marked as the message's first")
        }
        if !isVeryFirst, header.isFirst {
            throw Malformed(at: header.offset, "a later record is marked as the message's first")
        }
        if header.isChunk, header.isLast {
            throw Malformed(at: header.offset, "the message's last record announces another chunk")
        }
        if open != nil {
            guard header.format == .unchanged else {
                throw Malformed(at: header.offset, "a new record begins before the last chunk of the one before")
            }
            guard !header.hasIdentifierLength else {
                throw Malformed(at: header.offset, "a middle or last chunk has an id")
            }
        } else {
            guard header.format != .unchanged else {
                throw Malformed(at: header.offset, "a chunk continues no record")
            }
            guard !header.isChunk || header.format != .empty else {
                throw Malformed(at: header.offset, "an empty record announces another chunk")
            }
        }
    }

    private mutating func finish(_ record: OpenRecord) {
        if record.header.isChunk {
            findings.append(
                Finding(
                    "ndef.record", .warning, "the record is chunked: not every phone puts chunks together",
                    offset: record.header.offset))
        }
        offsets.append(record.header.offset)
        records.append(
            NDEFRecord(
                record.header.format, type: record.type, identifier: record.identifier, payload: record.payload))
    }
}

/// The reason why a record or message from a person or a file cannot be written.
public enum UnwritableNDEF: Error, Hashable, Sendable {
    case noRecords
    case typeMissing(TypeNameFormat)
    case typeNotAllowed(TypeNameFormat)
    case typeTooLong(Int)
    case identifierTooLong(Int)
    case emptyRecordWithContent
    case payloadTooLong(Int)
    /// A language tag may have at most 63 ASCII characters.
    case language(String)
    /// A media type has the form `a/b`, an external type `domain:name`.
    case typeName(String, wanted: String)
    case emptyURI
    case messageTooLong(Int, limit: Int)
}

extension UnwritableNDEF: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRecords: "a message needs at least one record"
        case .typeMissing(let format): "a record of the format \"\(format)\" needs a type"
        case .typeNotAllowed(let format): "a record of the format \"\(format)\" cannot have a type"
        case .typeTooLong(let count): "the type has \(count) bytes, 255 are the most"
        case .identifierTooLong(let count): "the id has \(count) bytes, 255 are the most"
        case .emptyRecordWithContent: "an empty record has neither id nor payload"
        case .payloadTooLong(let count): "the payload has \(count) bytes, 4294967295 are the most"
        case .language(let text): "\"\(text.escapedForDisplay)\" is no language tag: at most 63 ASCII characters"
        case .typeName(let text, let wanted): "\"\(text.escapedForDisplay)\" is no type such as \(wanted)"
        case .emptyURI: "the URI has no characters"
        case .messageTooLong(let count, let limit): "the message has \(count) bytes, \(limit) are the most"
        }
    }
}
