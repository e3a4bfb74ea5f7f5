public import Ground

/// A multicast DNS message: its questions and records (RFC 1035, section 4; RFC 6762, section 18).
///
/// Names may be compressed. A pointer must lead to a position before the name that contains it, which excludes loops.
public struct DNSMessage: Hashable, Sendable {
    /// A name with its labels from left to right, each at most 63 bytes of UTF-8 as received.
    public struct Name: Hashable, Sendable {
        public let labels: [[UInt8]]

        public init(_ labels: [[UInt8]]) { self.labels = labels }
    }

    public struct Question: Hashable, Sendable {
        public let name: Name
        public let type: UInt16
        /// Whether the answer may be sent to the asker alone.
        public let wantsUnicast: Bool
    }

    public struct Record: Hashable, Sendable {
        public let name: Name
        public let type: UInt16
        /// Whether the record replaces all earlier ones.
        public let isUnique: Bool
        /// The lifetime in seconds; 0 withdraws the record.
        public let lifetime: UInt32
        public let data: RecordData
    }

    /// The content of a record; unsupported types are kept as bytes.
    public enum RecordData: Hashable, Sendable {
        case pointer(Name)
        case service(port: UInt16, host: Name)
        case text([[UInt8]])
        /// 4 or 16 bytes.
        case address([UInt8])
        case other([UInt8])
    }

    public let isResponse: Bool
    public let questions: [Question]
    /// Answers, authorities and additional records, in this order.
    public let records: [Record]

    /// The longest name, its lengths included (RFC 1035, section 2.3.4).
    static let longestName = 255

    /// The maximum number of pointers in a name; a name has at most 127 labels.
    static let mostPointers = 128

    /// Parses a whole message; an error gives the offset from which it cannot be read.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        _ = try reader.u16(big: "an id")
        isResponse = try reader.u16(big: "the flags") & 0x8000 != 0
        let asked = try reader.u16(big: "how many questions there are")
        var told = 0
        for _ in 0..<3 { told += Int(try reader.u16(big: "how many records there are")) }
        var questions: [Question] = []
        for _ in 0..<asked {
            let name = try Name(&reader, in: bytes)
            let type = try reader.u16(big: "a question's type")
            let kind = try reader.u16(big: "a question's class")
            questions.append(Question(name: name, type: type, wantsUnicast: kind & 0x8000 != 0))
        }
        var records: [Record] = []
        for _ in 0..<told { records.append(try Record(&reader, in: bytes)) }
        (self.questions, self.records) = (questions, records)
    }
}

extension DNSMessage.Record {
    fileprivate init(_ reader: inout ByteReader, in message: [UInt8]) throws(Malformed) {
        name = try DNSMessage.Name(&reader, in: message)
        type = try reader.u16(big: "a record's type")
        isUnique = try reader.u16(big: "a record's class") & 0x8000 != 0
        lifetime = UInt32(try reader.u16(big: "a lifetime")) << 16 | UInt32(try reader.u16(big: "a lifetime"))
        let count = Int(try reader.u16(big: "a record's length"))
        let start = reader.offset
        var content = reader
        let bytes = try reader.take(count, "a record")
        switch type {
        case DNSMessage.pointer: data = .pointer(try DNSMessage.Name(&content, in: message))
        case DNSMessage.service:
            _ = try content.take(4, "priority and weight")
            let port = try content.u16(big: "a port")
            data = .service(port: port, host: try DNSMessage.Name(&content, in: message))
        case DNSMessage.text:
            var strings: [[UInt8]] = []
            while content.offset < start + count {
                let length = Int(try content.u8("a text's length"))
                if length > 0 { strings.append(try content.take(length, "a text")) }
            }
            data = .text(strings)
        case DNSMessage.address where count == 4, DNSMessage.longAddress where count == 16:
            data = .address(bytes)
            content = reader
        default:
            data = .other(bytes)
            content = reader
        }
        guard content.offset == start + count else {
            throw Malformed(at: content.offset, "a record's length is \(count), and what it says ends elsewhere")
        }
    }
}

extension DNSMessage.Name {
    /// Reads a name; the reader ends up after it, wherever its pointers lead.
    fileprivate init(_ reader: inout ByteReader, in message: [UInt8]) throws(Malformed) {
        var (labels, size) = ([[UInt8]](), 0)
        var place = reader
        var (first, pointers) = (reader.offset, 0)
        while true {
            let start = place.offset
            let head = try place.u8("a label's length")
            if head == 0 { break }
            switch head >> 6 {
            case 0:
                labels.append(try place.take(Int(head), "a label"))
                size += Int(head) + 1
                guard size < DNSMessage.longestName else { throw Malformed(at: start, "a name of over 255 bytes") }
            case 3:
                let target = Int(head & 0x3F) << 8 | Int(try place.u8("a pointer"))
                if pointers == 0 { reader = place }
                // Each part precedes the one that points to it, which bounds their number.
                guard target < first else { throw Malformed(at: start, "a pointer that does not lead back") }
                pointers += 1
                guard pointers <= DNSMessage.mostPointers else { throw Malformed(at: start, "too many pointers") }
                first = target
                place = ByteReader(message[target...], origin: target)
            default: throw Malformed(at: start, "a label of the kind \(head >> 6)")
            }
        }
        if pointers == 0 { reader = place }
        self.labels = labels
    }
}

extension DNSMessage {
    // Types of records (RFC 1035, section 3.2.2; RFC 2782; RFC 3596).
    static let address: UInt16 = 1
    static let pointer: UInt16 = 12
    static let text: UInt16 = 16
    static let longAddress: UInt16 = 28
    static let service: UInt16 = 33

    /// The name of a type, or its number if it has no name here.
    public static func name(ofType type: UInt16) -> String {
        switch type {
        case address: "A"
        case pointer: "PTR"
        case text: "TXT"
        case longAddress: "AAAA"
        case service: "SRV"
        case 13: "HINFO"
        case 47: "NSEC"
        case 255: "ANY"
        default: "type \(type)"
        }
    }
}
