import Ground

/// Reads classic pcap files: microseconds or nanoseconds, in either byte order.
///
/// The format has no direction and no names (bluez.md 3.3), but link types whose packets begin with a
/// direction provide it.
public struct PcapReader: CaptureReader {
    /// The maximum size of a packet in bytes.
    public static let largestPacket = 16 << 20

    private var stream = RecordStream<PcapFormat>()

    public init() {}

    public mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.receive(piece, into: &items)
    }

    public mutating func finish() throws(CaptureError) { try stream.finish() }
}

/// The header of a pcap file and its records.
private struct PcapFormat: RecordFormat {
    static var record: StaticString { "pcap record" }

    private struct Header {
        let order: ByteOrder
        /// The number of nanoseconds in a unit of the fraction.
        let unit: Int64
        let linkType: LinkType
    }

    private var header: Header?
    private var latest: WallInstant?

    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool {
        guard let header else {
            guard let fields = buffer.fields(24, .little) else { return false }
            self.header = try Self.header(fields)
            buffer.consume(24)
            return true
        }
        let offset = buffer.offset
        guard var front = buffer.fields(16, header.order) else { return false }
        let seconds = try front.u32("a packet's seconds")
        let fraction = try front.u32("a packet's fraction of a second")
        let captured = Int(try front.u32("a packet's captured length"))
        let original = Int(try front.u32("a packet's length"))
        guard captured <= PcapReader.largestPacket else {
            let bound = PcapReader.largestPacket
            throw CaptureError(.damaged, at: offset + 8, "a packet of \(captured) bytes is longer than \(bound)")
        }
        guard var fields = buffer.fields(16 + captured, header.order) else { return false }
        try fields.skip(16, "a packet's head")
        let bytes = fields.rest()
        if Int64(fraction) * header.unit >= 1_000_000_000 {
            let meaning = "a fraction of a second cannot be \(fraction)"
            items.append(.finding(Finding("capture.content", .fault, meaning, offset: offset + 4)))
        }
        if captured > original {
            let meaning = "a packet of \(original) bytes cannot have \(captured) bytes captured"
            items.append(.finding(Finding("capture.content", .warning, meaning, offset: offset + 8)))
        }
        let instant = WallInstant(seconds: Int64(seconds), nanoseconds: Int64(fraction) * header.unit)
        items.append(contentsOf: Finding.backwards(&latest, instant, at: offset))
        items.append(
            .packet(
                CapturedPacket(
                    instant: instant, linkType: header.linkType, originalLength: max(original, captured),
                    bytes: bytes, offset: offset)))
        buffer.consume(16 + captured)
        return true
    }

    private static func header(_ front: FieldReader) throws(CaptureError) -> Header {
        var fields = front
        let magic = try fields.u32("a pcap file's first bytes")
        let (order, unit): (ByteOrder, Int64)
        switch magic {
        case 0xA1B2_C3D4: (order, unit) = (.little, 1_000)
        case 0xD4C3_B2A1: (order, unit) = (.big, 1_000)
        case 0xA1B2_3C4D: (order, unit) = (.little, 1)
        case 0x4D3C_B2A1: (order, unit) = (.big, 1)
        default:
            throw CaptureError(.unsupported, at: front.offset, "\(magic.hexadecimal) does not begin a pcap file")
        }
        fields = fields.reordered(order)
        let major = try fields.u16("a pcap file's version")
        let minor = try fields.u16("a pcap file's version")
        guard major == 2 else {
            throw CaptureError(.unsupported, at: front.offset + 4, "pcap version \(major).\(minor) is not known")
        }
        // An unused time zone (a real sniffer writes text there), an accuracy, and the snap length.
        try fields.skip(12, "a pcap file's time zone, accuracy and snap length")
        // The upper bits describe checksums after the frames, which no link type here has.
        let linkType = LinkType(rawValue: try fields.u32("a pcap file's link type") & 0xFFFF)
        return Header(order: order, unit: unit, linkType: linkType)
    }
}

extension Finding {
    /// Returns a finding if time goes backwards, and updates the latest instant.
    static func backwards(_ latest: inout WallInstant?, _ instant: WallInstant?, at offset: Int) -> [CaptureItem] {
        guard let instant else { return [] }
        defer { latest = instant }
        guard let before = latest, instant < before else { return [] }
        return [.finding(Finding("capture.content", .warning, "time goes back by \(before - instant)", offset: offset))]
    }
}
