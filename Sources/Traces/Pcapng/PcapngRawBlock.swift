/// A block of a pcapng file with consistent lengths, referring to the bytes that were read.
///
/// Callers that know which block they need take it from here without a copy; `PcapngReader.read` makes an item of any
/// block. Release it before requesting the next block.
public struct PcapngRawBlock {
    /// A packet without irregularities.
    public struct Packet {
        /// The interface of its section that captured it, numbered from 0.
        public let interface: Int
        /// The timestamp in the interface's unit.
        public let ticks: UInt64
        /// The captured bytes.
        public let bytes: ArraySlice<UInt8>
        /// Whether the packet was truncated.
        public let isSnapped: Bool
        /// The data of the owner's first option.
        public let option: ArraySlice<UInt8>
    }

    let type: UInt32
    /// The bytes between the block's lengths.
    let body: FieldReader
    /// The offset of the block in the file.
    public let offset: Int

    /// The data of a custom block that may be copied, including its padding; nil unless it is this owner's.
    public func custom(of owner: UInt32) -> ArraySlice<UInt8>? {
        guard type == 0x0000_0BAD else { return nil }
        var fields = body
        guard let own = try? fields.u32("a custom block's owner"), own == owner else { return nil }
        return fields.slice
    }

    /// The packet in a block of a little-endian section, followed by this owner's custom option.
    ///
    /// Nil for every other block, and for any with a defect, which `PcapngReader.read` reports.
    public func packet(withOptionOf owner: UInt32) -> Packet? {
        guard type == 6, body.order == .little, body.remaining >= 20 else { return nil }
        let slice = body.slice
        return slice.withUnsafeBytes { bytes in
            func u32(_ place: Int) -> UInt32 {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            }
            let (captured, original) = (Int(u32(12)), Int(u32(16)))
            var place = 20 + captured + padding(captured)
            guard captured <= original, place <= bytes.count else { return nil }
            var option: Range<Int>?
            while place < bytes.count {
                guard bytes.count - place >= 4 else { return nil }
                let head = u32(place)
                let (code, length) = (head & 0xFFFF, Int(head >> 16))
                place += 4
                if code == 0 { break }
                guard place + length + padding(length) <= bytes.count else { return nil }
                if option == nil, code == PcapngOption.Code.custom.rawValue, length >= 4 {
                    let own = u32(place)
                    // The number was byte-swapped; whether the option is the owner's is decided elsewhere.
                    if own == owner.byteSwapped { return nil }
                    if own == owner { option = place + 4..<place + length }
                }
                place += length + padding(length)
            }
            guard let option else { return nil }
            let start = slice.startIndex
            return Packet(
                interface: Int(u32(0)), ticks: UInt64(u32(4)) << 32 | UInt64(u32(8)),
                bytes: slice[start + 20..<start + 20 + captured], isSnapped: captured < original,
                option: slice[start + option.lowerBound..<start + option.upperBound])
        }
    }
}

extension PcapngReader {
    /// Receives the next bytes of the file, for `nextBlock`.
    public mutating func append(_ piece: ArraySlice<UInt8>) throws(CaptureError) {
        try stream.step { _, buffer throws(CaptureError) in buffer.append(piece) }
    }

    /// The next complete block; nil if more bytes are needed.
    public mutating func nextBlock() throws(CaptureError) -> PcapngRawBlock? {
        try stream.step { format, buffer throws(CaptureError) in
            guard let (block, length) = try format.block(in: buffer) else {
                buffer.compact()
                return nil
            }
            buffer.consume(length)
            return block
        }
    }

    /// Appends the items of a block, which must be the last one that `nextBlock` returned.
    public mutating func read(_ block: PcapngRawBlock, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.step { format, _ throws(CaptureError) in try format.read(block, into: &items) }
    }
}
