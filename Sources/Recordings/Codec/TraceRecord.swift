import Ground
import Links
import Traces

/// A Trammel record in a pcapng file: the data of a custom block, or of a packet's custom option.
///
/// It consists of `TRMR`, the version, the kind and the kind's own fields, as laid out in FORMAT.md.
enum TraceRecord: Equatable {
    /// The beginning of a file: the run's header, the part that the file holds, and the number of earlier frames.
    case header(TraceHeader, part: UInt32, framesBefore: Int)
    case received(number: Int, instant: Instant, now: Instant, Content<Inbound>)
    case sent(number: Int, instant: Instant, Content<Outbound>)
    /// A wait that ended at `until` without an arrival, with the deadline that was requested.
    case waited(until: Instant, deadline: Instant)
    /// The clock's reading when the loop read it between two calls.
    case clock(Instant)
    /// The rig itself was suspended.
    case stoodStill(since: Instant, until: Instant)
    case interrupted(Instant)
    case note(TraceNote)
    case gap(String)
    case ended(verdict: String, reason: String?)
    /// On an interface: its packets are the frames of this link.
    case link(LinkID)
    /// On an interface: its packets were captured elsewhere, under this interface number.
    case kernel(UInt32)
    /// The end of a file that another one continues.
    case continued(part: UInt32)

    /// The location of a frame's content.
    enum Content<Whole: Equatable>: Equatable {
        /// In the record.
        case whole(Whole)
        /// In the packet that the record is attached to, after `skip` bytes of headers; a tag command has a limit.
        case inPacket(skip: UInt8, limit: Lapse?)
    }

    /// The first bytes of a record: `TRMR`, little endian.
    static let magic: UInt32 = 0x524D_5254
    /// Unregistered: the number for examples in documents (RFC 5612). The magic distinguishes our records from
    /// others.
    static let owner: UInt32 = 32_473
    /// The version of most records; a header's version is that of the format.
    static let firstVersion: UInt8 = 1
    static let headerKind: UInt8 = 1
    static let receivedKind: UInt8 = 2
    static let sentKind: UInt8 = 3
    /// The number of bytes before the kind's own fields.
    static let headLength = 6

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .header(let header, let part, let frames):
            Self.begin(Self.headerKind, version: TraceHeader.formatVersion, &bytes)
            bytes.append(little: part)
            bytes.append(count: frames)
            header.append(to: &bytes)
        case .received(let number, let instant, let now, let content):
            Self.begin(Self.receivedKind, &bytes)
            bytes.append(count: number)
            bytes.append(instant: instant)
            bytes.append(instant: now)
            content.append(to: &bytes) { $1.append(to: &$0) }
        case .sent(let number, let instant, let content):
            Self.begin(Self.sentKind, &bytes)
            bytes.append(count: number)
            bytes.append(instant: instant)
            content.append(to: &bytes) { $1.append(to: &$0) }
        case .waited(let instant, let deadline):
            Self.begin(13, version: 2, &bytes)
            bytes.append(instant: instant)
            bytes.append(instant: deadline)
        case .clock(let instant):
            Self.begin(12, version: 2, &bytes)
            bytes.append(instant: instant)
        case .stoodStill(let since, let until):
            Self.begin(14, version: 2, &bytes)
            bytes.append(instant: since)
            bytes.append(instant: until)
        case .interrupted(let instant):
            Self.begin(5, &bytes)
            bytes.append(instant: instant)
        case .note(let note):
            Self.begin(6, &bytes)
            note.append(to: &bytes)
        case .gap(let what):
            Self.begin(7, &bytes)
            bytes.append(text: what)
        case .ended(let verdict, let reason):
            Self.begin(8, &bytes)
            bytes.append(text: verdict)
            bytes.append(reason) { $0.append(text: $1) }
        case .link(let link):
            Self.begin(9, &bytes)
            link.append(to: &bytes)
        case .kernel(let number):
            Self.begin(10, &bytes)
            bytes.append(little: number)
        case .continued(let part):
            Self.begin(11, &bytes)
            bytes.append(little: part)
        }
    }

    static func begin(_ kind: UInt8, version: UInt8 = firstVersion, _ bytes: inout [UInt8]) {
        bytes.append(little: magic)
        bytes.append(version)
        bytes.append(kind)
    }

    /// Reads a record; returns nil if the data belongs to other software. Offsets in errors count from the data's
    /// first byte.
    init?(_ data: ArraySlice<UInt8>) throws(Malformed) {
        var reader = ByteReader(data)
        guard data.count >= Self.headLength, try reader.u32("a record's name") == Self.magic else { return nil }
        let version = try reader.u8("a record's version")
        let kind = try reader.u8("a record's kind")
        guard version == Self.version(of: kind) else {
            throw Malformed(at: 4, "a record of version \(version) is not known")
        }
        self = try Self.record(kind, &reader)
        // A block is padded with zeros to a multiple of four bytes.
        let count = reader.remaining
        guard count > 0 else { return }
        guard count < 4, reader.rest().allSatisfy({ $0 == 0 }) else {
            throw Malformed(at: data.count - count, "a record has \(count) bytes too many")
        }
    }

    private static func version(of kind: UInt8) -> UInt8 {
        switch kind {
        case headerKind: TraceHeader.formatVersion
        case 12, 13, 14: 2
        default: firstVersion
        }
    }

    private static func record(
        _ kind: UInt8, _ reader: inout ByteReader
    ) throws(Malformed) -> TraceRecord {
        switch kind {
        case headerKind:
            let part = try reader.u32("a part's number")
            guard part > 0 else { throw Malformed(at: reader.offset - 4, "parts are counted from 1") }
            let frames = try reader.count("a count of frames")
            return .header(try TraceHeader(&reader), part: part, framesBefore: frames)
        case receivedKind:
            let number = try reader.count("a frame's number")
            let instant = try reader.instant("a frame's instant")
            let now = try reader.instant("a frame's instant in hand")
            let content = try Content<Inbound>(&reader) { reader throws(Malformed) in try Inbound(&reader) }
            return .received(number: number, instant: instant, now: now, content)
        case sentKind:
            let number = try reader.count("a frame's number")
            let instant = try reader.instant("a frame's instant")
            let content = try Content<Outbound>(&reader) { reader throws(Malformed) in try Outbound(&reader) }
            return .sent(number: number, instant: instant, content)
        case 5: return .interrupted(try reader.instant("an instant"))
        case 6: return .note(try TraceNote(&reader))
        case 7: return .gap(try reader.text("what is missing"))
        case 8:
            let verdict = try reader.text("a verdict")
            let reason = try reader.optional("whether there is a reason") { reader throws(Malformed) in
                try reader.text("a reason")
            }
            return .ended(verdict: verdict, reason: reason)
        case 9: return .link(try LinkID(&reader))
        case 10: return .kernel(try reader.u32("an interface's number"))
        case 11: return .continued(part: try reader.u32("a part's number"))
        case 12: return .clock(try reader.instant("an instant"))
        case 13:
            let instant = try reader.instant("an instant")
            return .waited(until: instant, deadline: try reader.instant("a deadline"))
        case 14:
            let since = try reader.instant("the beginning of a standstill")
            return .stoodStill(since: since, until: try reader.instant("the end of a standstill"))
        default: throw reader.unknown(kind, "a record")
        }
    }
}

extension TraceRecord.Content {
    fileprivate func append(to bytes: inout [UInt8], _ write: (inout [UInt8], Whole) -> Void) {
        switch self {
        case .whole(let whole):
            bytes.append(0)
            write(&bytes, whole)
        case .inPacket(let skip, nil):
            bytes.append(1)
            bytes.append(skip)
        case .inPacket(let skip, let limit?):
            bytes.append(2)
            bytes.append(skip)
            bytes.append(span: limit)
        }
    }

    fileprivate init(
        _ reader: inout ByteReader, _ read: (inout ByteReader) throws(Malformed) -> Whole
    ) throws(Malformed) {
        let code = try reader.u8("a content's form")
        switch code {
        case 0: self = .whole(try read(&reader))
        case 1: self = .inPacket(skip: try reader.u8("a header's length"), limit: nil)
        case 2:
            let skip = try reader.u8("a header's length")
            self = .inPacket(skip: skip, limit: try reader.span("a limit"))
        default: throw reader.unknown(code, "a content's form")
        }
    }
}
