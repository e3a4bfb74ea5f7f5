import Ground

/// Reads pcapng files: all their blocks, in either byte order, whoever wrote them.
///
/// Blocks and options that are not known here are kept. Where a block's own lengths contradict each other the reading
/// ends, because nothing behind it can be trusted; options that do not fit their block are a finding, and so is time
/// that goes backwards. Layout: the pcapng draft of the IETF; ultra-wideband fact sheet 5 and Bluetooth fact sheet 3.3.
public struct PcapngReader: CaptureReader {
    /// The longest block that is read.
    public static let largestBlock = 16 << 20
    /// The most interfaces in a section.
    public static let mostInterfaces = 4_096

    private var stream = RecordStream<PcapngFormat>()

    public init() {}

    public mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.receive(piece, into: &items)
    }

    public mutating func finish() throws(CaptureError) { try stream.finish() }
}

/// Where the reading of a pcapng file is: its section's byte order and interfaces.
struct PcapngFormat: RecordFormat {
    static var record: StaticString { "pcapng block" }

    /// What is known of one interface of the section.
    struct Interface {
        let linkType: LinkType
        let snapLength: Int?
        let resolution: TimeResolution
        let offsetSeconds: Int64
        var latest: WallInstant?
    }

    static let sectionHeader: UInt32 = 0x0A0D_0D0A
    static let byteOrderMagic: UInt32 = 0x1A2B_3C4D

    var order = ByteOrder.little
    private var hasSection = false
    /// How many interfaces the earlier sections had.
    private(set) var interfacesBefore = 0
    var interfaces: [Interface] = []

    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool {
        let offset = buffer.offset
        guard let front = buffer.fields(12, order) else { return false }
        let (type, length) = try head(front)
        guard length >= 12, length % 4 == 0 else {
            throw CaptureError(.damaged, at: offset + 4, "a block cannot have a length of \(length)")
        }
        guard length <= PcapngReader.largestBlock else {
            let bound = PcapngReader.largestBlock
            throw CaptureError(.damaged, at: offset + 4, "a block of \(length) bytes is longer than \(bound)")
        }
        guard var fields = buffer.fields(length, order) else { return false }
        try fields.skip(8, "a block's head")
        var end = fields
        try end.skip(length - 12, "a block's body")
        let again = try end.u32("a block's second length")
        guard again == UInt32(clamping: length) else {
            let meaning = "a block begins with a length of \(length) and ends with one of \(again)"
            throw CaptureError(.damaged, at: offset + length - 4, meaning)
        }
        try read(type, fields.first(length - 12), offset, into: &items)
        buffer.consume(length)
        return true
    }

    /// The type and the length of the block; a section header sets the byte order first.
    private mutating func head(_ front: FieldReader) throws(CaptureError) -> (UInt32, Int) {
        var fields = front
        let type = try fields.u32("a block's type")
        if type == Self.sectionHeader {
            var magic = fields
            try magic.skip(4, "a block's length")
            order = try Self.order(&magic)
            fields = fields.reordered(order)
        } else if !hasSection {
            throw CaptureError(.unsupported, at: front.offset, "a pcapng file begins with a section header")
        }
        return (type, Int(try fields.u32("a block's length")))
    }

    private static func order(_ fields: inout FieldReader) throws(CaptureError) -> ByteOrder {
        let offset = fields.offset
        let magic = try fields.u32("a section's byte order")
        if magic == byteOrderMagic { return fields.order }
        if magic == byteOrderMagic.byteSwapped { return fields.order == .little ? .big : .little }
        throw CaptureError(.damaged, at: offset, "\(magic.hexadecimal) is not a section's byte order")
    }

    /// Begins a section: interfaces are counted from 0 again.
    mutating func beginSection() {
        hasSection = true
        interfacesBefore += interfaces.count
        interfaces.removeAll(keepingCapacity: true)
    }
}
