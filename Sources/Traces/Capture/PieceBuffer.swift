/// The bytes of a file that have arrived and are not yet taken.
struct PieceBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The index in `bytes` of the first byte that is not yet taken.
    private(set) var start = 0
    private var origin = 0

    /// The file offset of the first byte that is not yet taken.
    var offset: Int { origin + start }
    var available: Int { bytes.count - start }

    mutating func append(_ piece: ArraySlice<UInt8>) { bytes.append(contentsOf: piece) }

    mutating func consume(_ count: Int) {
        precondition(count >= 0 && count <= available, "only bytes that are there can be taken")
        start += count
    }

    /// Forgets the bytes that are taken.
    mutating func compact() {
        guard start > 0 else { return }
        origin += start
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
        } else {
            bytes.removeFirst(start)
        }
        start = 0
    }

    /// The fields of the next `count` bytes; nil when they are not all there.
    func fields(_ count: Int, _ order: ByteOrder) -> FieldReader? { count < 0 ? nil : fields(0..<count, order) }

    /// The fields of some of the next bytes; nil when they are not all there.
    func fields(_ range: Range<Int>, _ order: ByteOrder) -> FieldReader? {
        guard range.lowerBound >= 0, range.upperBound <= available else { return nil }
        return FieldReader(
            bytes, from: start + range.lowerBound, to: start + range.upperBound, origin: origin, order: order)
    }

    /// A number among the next bytes, which are there.
    func u32(at place: Int, _ order: ByteOrder) -> UInt32 {
        precondition(place >= 0 && place + 4 <= available, "a number lies inside the bytes that are there")
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + place, as: UInt32.self) }
        return order == .little ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }
}
