/// The order of the bytes of a number in a file.
public enum ByteOrder: String, Hashable, Codable, Sendable {
    case little
    case big
}

/// Reads numbers from a record in the byte order of its file, and never past the record's end.
///
/// Ground's reader does not fit here, because the byte order is known only at run time and offsets are the file's.
struct FieldReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int
    private let origin: Int
    let order: ByteOrder

    init(_ bytes: [UInt8], from start: Int, to end: Int, origin: Int, order: ByteOrder) {
        precondition(start >= 0 && start <= end && end <= bytes.count, "a record lies inside its bytes")
        self.bytes = bytes
        self.position = start
        self.end = end
        self.origin = origin
        self.order = order
    }

    /// The file offset of the next byte.
    var offset: Int { origin + position }
    var remaining: Int { end - position }

    mutating func u8(_ what: StaticString) throws(CaptureError) -> UInt8 {
        guard remaining >= 1 else { throw short(what, 1) }
        position += 1
        return bytes[position - 1]
    }

    mutating func u16(_ what: StaticString) throws(CaptureError) -> UInt16 {
        guard remaining >= 2 else { throw short(what, 2) }
        let first = UInt16(bytes[position])
        let second = UInt16(bytes[position + 1])
        position += 2
        return order == .little ? second << 8 | first : first << 8 | second
    }

    mutating func u32(_ what: StaticString) throws(CaptureError) -> UInt32 {
        guard remaining >= 4 else { throw short(what, 4) }
        defer { position += 4 }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt32.self) }
        return order == .little ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }

    mutating func u64(_ what: StaticString) throws(CaptureError) -> UInt64 {
        let first = UInt64(try u32(what))
        let second = UInt64(try u32(what))
        return order == .little ? second << 32 | first : first << 32 | second
    }

    mutating func take(_ count: Int, _ what: StaticString) throws(CaptureError) -> [UInt8] {
        guard count >= 0, count <= remaining else { throw short(what, count) }
        position += count
        return Array(bytes[position - count..<position])
    }

    mutating func skip(_ count: Int, _ what: StaticString) throws(CaptureError) {
        guard count >= 0, count <= remaining else { throw short(what, count) }
        position += count
    }

    /// The remaining bytes, in place.
    var slice: ArraySlice<UInt8> { bytes[position..<end] }

    mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }

    /// The next `count` bytes as a separate record.
    func first(_ count: Int) -> FieldReader {
        FieldReader(bytes, from: position, to: position + count, origin: origin, order: order)
    }

    /// The same fields in another byte order.
    func reordered(_ order: ByteOrder) -> FieldReader {
        FieldReader(bytes, from: position, to: end, origin: origin, order: order)
    }

    private func short(_ what: StaticString, _ wanted: Int) -> CaptureError {
        CaptureError(.damaged, at: offset, "\(what) needs \(wanted) bytes, the record has \(remaining) left")
    }
}

/// Writes numbers into preallocated room, least significant byte first unless stated otherwise.
///
/// A block of a trace has two dozen of them: growing the array for each would take longer than everything else.
public struct FieldWriter: ~Copyable {
    @usableFromInline let room: UnsafeMutableRawBufferPointer
    @usableFromInline var position = 0

    init(_ room: UnsafeMutableRawBufferPointer) { self.room = room }

    @inlinable public mutating func put(_ value: some FixedWidthInteger & BitwiseCopyable) {
        let size = value.bitWidth / 8
        precondition(position + size <= room.count, "there is room for what is written")
        room.storeBytes(of: value.littleEndian, toByteOffset: position, as: type(of: value))
        position += size
    }

    @inlinable public mutating func put(big value: some FixedWidthInteger & BitwiseCopyable) { put(value.byteSwapped) }

    /// Writes `count` zeros.
    @inlinable public mutating func put(zeros count: Int) { for _ in 0..<count { put(UInt8(0)) } }
}

extension [UInt8] {
    /// Appends `count` bytes of fields, all of which must be written.
    mutating func append(fields count: Int, _ write: (inout FieldWriter) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { room in
            var fields = FieldWriter(room)
            write(&fields)
            precondition(fields.position == count, "as many bytes are written as there is room for")
            append(contentsOf: room)
        }
    }
}
