/// A block of a pcapng file whose own lengths agree, as it lies in the bytes that were read.
///
/// Whoever knows what he looks for takes it from here without a copy; `PcapngReader.read` makes an item of any block.
/// It is meant to be let go before the next block is asked for.
public struct PcapngRawBlock {
    /// A packet without anything unusual about it.
    public struct Packet {
        /// Which interface of its section saw it, counted from 0.
        public let interface: Int
        /// In the interface's unit of time.
        public let ticks: UInt64
        /// What the capture kept.
        public let bytes: ArraySlice<UInt8>
        /// Whether the capture kept only the beginning.
        public let isSnapped: Bool
        /// The data of the first option that the owner put there.
        public let option: ArraySlice<UInt8>
    }

    let type: UInt32
    /// What is between the block's lengths.
    let body: FieldReader
    /// Where the block begins in the file.
    public let offset: Int

    /// The data of a custom block that may be copied, where it is this owner's; with its padding.
    public func custom(of owner: UInt32) -> ArraySlice<UInt8>? {
        guard type == 0x0000_0BAD else { return nil }
        var fields = body
        guard let own = try? fields.u32("a custom block's owner"), own == owner else { return nil }
        return fields.slice
    }

    /// The packet in a block of a little-endian section, with a custom option of this owner behind it.
    ///
    /// Nil for every other block, and for one about which there is anything to say: `PcapngReader.read` says it.
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
                    // Somebody has turned the number around: whether that is the owner's is for others to say.
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
    /// Takes the next bytes of the file, for `nextBlock`.
    public mutating func append(_ piece: ArraySlice<UInt8>) throws(CaptureError) {
        try stream.step { _, buffer throws(CaptureError) in buffer.append(piece) }
    }

    /// The next block that is there as a whole; nil where more bytes are needed for it.
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

    /// Appends what a block is; the last one that `nextBlock` gave.
    public mutating func read(_ block: PcapngRawBlock, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.step { format, _ throws(CaptureError) in try format.read(block, into: &items) }
    }
}
