import Ground

/// Reads Apple's PacketLogger files, `.pklg`, in either byte order (bluez.md 3.4).
///
/// HCI packets are returned as HCI with its type byte. Everything else, link manager packets and texts, is a note
/// with the record's type as its kind. Seconds are assumed to be UTC, as in Wireshark; whether Apple's program writes
/// local time in some versions is unverified, and so is how it writes isochronous packets. The little-endian form was
/// never compared with a real file.
public struct PacketLoggerReader: CaptureReader {
    /// The maximum size of a record in bytes.
    public static let largestRecord = 1 << 20

    private var stream = RecordStream<PacketLoggerFormat>()

    public init() {}

    public mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.receive(piece, into: &items)
    }

    public mutating func finish() throws(CaptureError) { try stream.finish() }
}

/// The records of a PacketLogger file, which has no header.
struct PacketLoggerFormat: RecordFormat {
    static var record: StaticString { "PacketLogger record" }
    /// The size in bytes of seconds, microseconds and type, which a record's length includes.
    static let smallestLength = 9

    private var order: ByteOrder?
    private var latest: WallInstant?

    /// The byte order according to the first record's length: no record is longer than 65,535 bytes.
    static func order(bigEndianLength length: UInt32) -> ByteOrder {
        length & 0xFFFF == 0 && length >> 16 != 0 ? .little : .big
    }

    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool {
        let offset = buffer.offset
        guard var guess = buffer.fields(4, .big) else { return false }
        let bigEndianLength = try guess.u32("a record's length")
        let order = self.order ?? Self.order(bigEndianLength: bigEndianLength)
        self.order = order
        guard var front = buffer.fields(4, order) else { return false }
        let length = Int(try front.u32("a record's length"))
        guard length >= Self.smallestLength else {
            throw CaptureError(.damaged, at: offset, "a record cannot have a length of \(length)")
        }
        guard length <= PacketLoggerReader.largestRecord else {
            let bound = PacketLoggerReader.largestRecord
            throw CaptureError(.damaged, at: offset, "a record of \(length) bytes is longer than \(bound)")
        }
        guard var fields = buffer.fields(4 + length, order) else { return false }
        try fields.skip(4, "a record's length")
        let seconds = try fields.u32("a record's seconds")
        let microseconds = try fields.u32("a record's microseconds")
        let type = try fields.u8("a record's type")
        if microseconds >= 1_000_000 {
            let meaning = "a fraction of a second cannot be \(microseconds) microseconds"
            items.append(.finding(Finding("capture.content", .fault, meaning, offset: offset + 8)))
        }
        let instant = WallInstant(seconds: Int64(seconds), nanoseconds: Int64(microseconds) * 1_000)
        items.append(contentsOf: Finding.backwards(&latest, instant, at: offset))
        if let (packetType, direction) = Self.packet(type) {
            items.append(
                .packet(
                    CapturedPacket(
                        instant: instant, linkType: .bluetoothH4, direction: direction,
                        bytes: [packetType.rawValue] + fields.rest(), offset: offset)))
        } else {
            items.append(
                .note(CaptureNote(instant: instant, kind: UInt32(type), bytes: fields.rest(), offset: offset)))
        }
        buffer.consume(4 + length)
        return true
    }

    private static func packet(_ type: UInt8) -> (HCIPacketType, FrameDirection)? {
        switch type {
        case 0x00: (.command, .outbound)
        case 0x01: (.event, .inbound)
        case 0x02: (.acl, .outbound)
        case 0x03: (.acl, .inbound)
        case 0x08: (.synchronous, .outbound)
        case 0x09: (.synchronous, .inbound)
        default: nil
        }
    }
}
