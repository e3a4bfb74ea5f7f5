import Ground

/// The contents a file writes to flash: runs of bytes with their addresses, in address order.
public struct FlashContents: Hashable, Sendable {
    public struct Segment: Hashable, Sendable {
        public let address: UInt32
        public fileprivate(set) var bytes: [UInt8]

        /// The address after its last byte.
        public var end: UInt64 { UInt64(address) + UInt64(bytes.count) }
    }

    /// The maximum number of bytes in a file; chosen by this project.
    public static let sizeLimit = 64 << 20
    /// The largest gap within an image, which is erased flash; a longer gap separates parts.
    public static let gapLimit: UInt64 = 64 << 10

    public private(set) var segments: [Segment]
    /// The program's entry point, if the file contains it.
    public internal(set) var start: UInt32?

    /// Creates the contents from one run of bytes.
    public init(_ bytes: [UInt8], at address: UInt32) { segments = [Segment(address: address, bytes: bytes)] }

    /// Sorts parts by address and joins adjacent ones.
    ///
    /// Throws if two overlap; the error's offset is the `place` of the second one in the file.
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

    /// Returns the bytes from an address on, with short gaps filled as erased flash (FF), or nil if the address is
    /// not covered.
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
