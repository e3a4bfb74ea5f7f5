import Ground

/// What can be kept as bytes, and made of them again.
protocol Storable: Sendable {
    func append(to bytes: inout [UInt8])
    init(reading reader: inout ByteReader) throws(Malformed)
}

extension UInt32: Storable {
    func append(to bytes: inout [UInt8]) { bytes.append(little: self) }

    init(reading reader: inout ByteReader) throws(Malformed) { self = try reader.u32("a place") }
}

extension [UInt8] {
    /// Appends bytes with their count in front.
    mutating func append(counted part: [UInt8]) {
        append(little: UInt32(clamping: part.count))
        append(contentsOf: part)
    }
}

extension ByteReader {
    /// Bytes with their count in front.
    mutating func counted(_ what: StaticString) throws(Malformed) -> [UInt8] { try take(Int(try u32(what)), what) }

    mutating func flag(_ what: StaticString) throws(Malformed) -> Bool { try u8(what) != 0 }

    mutating func span(_ what: StaticString) throws(Malformed) -> Span {
        .nanoseconds(Int64(bitPattern: try u64(what)))
    }

    mutating func number(_ what: StaticString) throws(Malformed) -> Int { Int(truncatingIfNeeded: try u64(what)) }
}
