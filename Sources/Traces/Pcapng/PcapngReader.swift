import Ground

/// Reads pcapng files from any software: all their blocks, in either byte order.
///
/// Unknown blocks and options are kept. If a block's own lengths contradict each other the reading ends, because
/// nothing after it can be trusted. Options that do not fit their block give a finding, and so does time that goes
/// backwards. Layout: the pcapng draft of the IETF; uwb.md 5 and bluez.md 3.3.
public struct PcapngReader: CaptureReader {
    /// The maximum size of a block in bytes.
    public static let largestBlock = 16 << 20
    /// The maximum number of interfaces in a section.
    public static let mostInterfaces = 4_096

    var stream = RecordStream<PcapngFormat>()

    public init() {}

    public mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.receive(piece, into: &items)
    }

    public mutating func finish() throws(CaptureError) { try stream.finish() }
}

/// The reading state of a pcapng file: its section's byte order and interfaces.
struct PcapngFormat: RecordFormat {
    static var record: StaticString { "pcapng block" }

    /// The properties of an interface of the section.
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
    /// The number of interfaces in earlier sections.
    private(set) var interfacesBefore = 0
    var interfaces: [Interface] = []

    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool {
        guard let (block, length) = try block(in: buffer) else { return false }
        try read(block, into: &items)
        buffer.consume(length)
        return true
    }

    /// The block at the front of the buffer with its length; nil if it is not complete.
    mutating func block(in buffer: PieceBuffer) throws(CaptureError) -> (block: PcapngRawBlock, length: Int)? {
        let offset = buffer.offset
        guard buffer.available >= 12 else { return nil }
        let type = buffer.u32(at: 0, order)
        if type == Self.sectionHeader {
            try setOrder(by: buffer.u32(at: 8, order), at: offset + 8)
        } else if !hasSection {
            throw CaptureError(.unsupported, at: offset, "a pcapng file begins with a section header")
        }
        let length = Int(buffer.u32(at: 4, order))
        guard length >= 12, length % 4 == 0 else {
            throw CaptureError(.damaged, at: offset + 4, "a block cannot have a length of \(length)")
        }
        guard length <= PcapngReader.largestBlock else {
            let bound = PcapngReader.largestBlock
            throw CaptureError(.damaged, at: offset + 4, "a block of \(length) bytes is longer than \(bound)")
        }
        guard let body = buffer.fields(8..<length - 4, order), buffer.available >= length else { return nil }
        let again = buffer.u32(at: length - 4, order)
        guard again == UInt32(clamping: length) else {
            let meaning = "a block begins with a length of \(length) and ends with one of \(again)"
            throw CaptureError(.damaged, at: offset + length - 4, meaning)
        }
        return (PcapngRawBlock(type: type, body: body, offset: offset), length)
    }

    /// Sets the byte order by a section header's number, which was read in the previous section's order.
    private mutating func setOrder(by magic: UInt32, at offset: Int) throws(CaptureError) {
        switch magic {
        case Self.byteOrderMagic: break
        case Self.byteOrderMagic.byteSwapped: order = order == .little ? .big : .little
        default: throw CaptureError(.damaged, at: offset, "\(magic.hexadecimal) is not a section's byte order")
        }
    }

    /// Begins a section: interfaces are counted from 0 again.
    mutating func beginSection() {
        hasSection = true
        interfacesBefore += interfaces.count
        interfaces.removeAll(keepingCapacity: true)
    }
}
