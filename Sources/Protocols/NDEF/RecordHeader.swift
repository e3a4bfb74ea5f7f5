import Ground

/// The front of a record or chunk: flags and lengths, checked on their own (fact sheet 1.1).
struct RecordHeader {
    static let messageBegin: UInt8 = 0x80
    static let messageEnd: UInt8 = 0x40
    static let chunkFlag: UInt8 = 0x20
    static let shortRecord: UInt8 = 0x10
    static let identifierLengthPresent: UInt8 = 0x08

    /// Where the record begins in the message.
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
        // Three bits always name one of the eight formats.
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
