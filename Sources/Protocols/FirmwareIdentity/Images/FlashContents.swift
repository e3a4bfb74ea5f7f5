import Ground

/// What a file puts into flash: runs of bytes, each at its address, in the order of addresses.
public struct FlashContents: Hashable, Sendable {
    public struct Segment: Hashable, Sendable {
        public let address: UInt32
        public fileprivate(set) var bytes: [UInt8]

        /// The address behind its last byte.
        public var end: UInt64 { UInt64(address) + UInt64(bytes.count) }
    }

    /// So many bytes a file may hold; the rig's own choice.
    public static let sizeLimit = 64 << 20
    /// A gap up to this size is erased flash within an image; what lies behind a longer one is another part.
    public static let gapLimit: UInt64 = 64 << 10

    public private(set) var segments: [Segment]
    /// Where the program starts, if the file says so.
    public internal(set) var start: UInt32?

    /// One run of bytes.
    public init(_ bytes: [UInt8], at address: UInt32) { segments = [Segment(address: address, bytes: bytes)] }

    /// Puts parts in the order of their addresses, and joins those that touch.
    ///
    /// Throws where two overlap; the error's offset is the place in the file that `place` tells for the second one.
    init(_ parts: [(address: UInt32, bytes: [UInt8], place: Int)]) throws(Malformed) {
        var segments: [Segment] = []
        for part in parts.sorted(by: { ($0.address, $0.place) < ($1.address, $1.place) }) {
            guard let last = segments.last else {
                segments.append(Segment(address: part.address, bytes: part.bytes))
                continue
            }
            guard UInt64(part.address) >= last.end else {
                throw Malformed(at: part.place, "the byte at \(part.address.hexadecimal) is given twice")
            }
            if UInt64(part.address) == last.end {
                segments[segments.count - 1].bytes += part.bytes
            } else {
                segments.append(Segment(address: part.address, bytes: part.bytes))
            }
        }
        self.segments = segments
    }

    /// The bytes from an address on, with short gaps as erased flash (FF); nil where the file puts nothing there.
    public func bytes(from address: UInt32) -> [UInt8]? {
        guard
            let first = segments.firstIndex(where: {
                UInt64(address) >= UInt64($0.address) && UInt64(address) < $0.end
            })
        else { return nil }
        var bytes = Array(segments[first].bytes.dropFirst(Int(address - segments[first].address)))
        var end = segments[first].end
        for segment in segments[(first + 1)...] {
            let gap = UInt64(segment.address) - end
            guard gap <= Self.gapLimit else { break }
            bytes += Array(repeating: 0xFF, count: Int(gap)) + segment.bytes
            end = segment.end
        }
        return bytes
    }
}
