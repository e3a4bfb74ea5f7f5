/// Reads integers and runs of bytes from the front of a message, and never past its end.
public struct ByteReader: Sendable {
    @usableFromInline let bytes: ArraySlice<UInt8>
    @usableFromInline let origin: Int

    /// Reads from `bytes`; offsets in errors count from its first byte.
    public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    /// Reads from a slice; offsets in errors count from the slice's first byte plus `origin`.
    public init(_ bytes: ArraySlice<UInt8>, origin: Int = 0) {
        self.bytes = bytes
        self.origin = origin
        self.position = bytes.startIndex
    }

    @usableFromInline var position: Int

    /// The offset of the next byte.
    @inlinable public var offset: Int { origin + position - bytes.startIndex }
    /// The number of bytes left.
    @inlinable public var remaining: Int { bytes.endIndex - position }
    @inlinable public var isAtEnd: Bool { remaining == 0 }

    /// The next byte without consuming it; nil at the end.
    public var next: UInt8? { isAtEnd ? nil : bytes[position] }

    @inlinable public mutating func u8(_ what: StaticString) throws(Malformed) -> UInt8 {
        guard remaining >= 1 else { throw short(what, 1) }
        defer { position += 1 }
        return bytes[position]
    }

    @inlinable public mutating func u16(_ what: StaticString) throws(Malformed) -> UInt16 { try little(what) }
    @inlinable public mutating func u32(_ what: StaticString) throws(Malformed) -> UInt32 { try little(what) }
    @inlinable public mutating func u64(_ what: StaticString) throws(Malformed) -> UInt64 { try little(what) }
    @inlinable public mutating func i16(_ what: StaticString) throws(Malformed) -> Int16 {
        Int16(bitPattern: try little(what))
    }

    /// Reads a little-endian integer of any width.
    @inlinable public mutating func little<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        _ what: StaticString
    ) throws(Malformed) -> Value {
        let size = Value.bitWidth / 8
        guard remaining >= size else { throw short(what, size) }
        defer { position += size }
        // One load within the bounds just checked, because traces consist mostly of numbers.
        return bytes.withUnsafeBytes {
            Value(littleEndian: $0.loadUnaligned(fromByteOffset: position - bytes.startIndex, as: Value.self))
        }
    }

    /// Reads a big-endian integer of any width.
    @inlinable public mutating func big<Value: FixedWidthInteger & UnsignedInteger>(
        _ what: StaticString
    ) throws(Malformed) -> Value {
        let size = Value.bitWidth / 8
        guard remaining >= size else { throw short(what, size) }
        var value: Value = 0
        for index in 0..<size { value = value << 8 | Value(bytes[position + index]) }
        position += size
        return value
    }

    /// Reads the next `count` bytes.
    @inlinable public mutating func take(_ count: Int, _ what: StaticString) throws(Malformed) -> [UInt8] {
        guard count >= 0, remaining >= count else { throw short(what, count) }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Reads the next `count` bytes as a slice, which keeps the whole buffer alive.
    @inlinable public mutating func slice(_ count: Int, _ what: StaticString) throws(Malformed) -> ArraySlice<UInt8> {
        guard count >= 0, remaining >= count else { throw short(what, count) }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// Reads all remaining bytes.
    @inlinable public mutating func rest() -> [UInt8] {
        defer { position = bytes.endIndex }
        return Array(bytes[position...])
    }

    /// Throws if bytes are left over.
    public func finish(_ what: StaticString) throws(Malformed) {
        guard isAtEnd else { throw Malformed(at: offset, "\(what) has \(remaining) bytes too many") }
    }

    @usableFromInline func short(_ what: StaticString, _ wanted: Int) -> Malformed {
        Malformed(at: origin + bytes.count, "\(what) needs \(wanted) bytes, of which \(remaining) are there")
    }
}
