/// Writes numbers into room that was made for them, least significant byte first unless said otherwise.
///
/// A block of a trace has two dozen of them: made room for one by one they take longer than everything else.
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

    /// Zeros, so many.
    @inlinable public mutating func put(zeros count: Int) { for _ in 0..<count { put(UInt8(0)) } }
}

extension [UInt8] {
    /// Appends so many bytes of fields, all of which are written.
    mutating func append(fields count: Int, _ write: (inout FieldWriter) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 8) { room in
            var fields = FieldWriter(room)
            write(&fields)
            precondition(fields.position == count, "as many bytes are written as there is room for")
            append(contentsOf: room)
        }
    }
}
