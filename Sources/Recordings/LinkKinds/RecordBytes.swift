public import Ground

/// Writing the parts of a record: numbers little-endian, texts and bytes after a 32-bit length.
extension [UInt8] {
    public mutating func append(text: String) { append(counted: text.utf8) }

    public mutating func append(counted bytes: some Collection<UInt8>) {
        append(little: UInt32(clamping: bytes.count))
        append(contentsOf: bytes)
    }

    public mutating func append(_ code: UInt8, _ name: AccessoryName) {
        append(code)
        append(text: name.rawValue)
    }

    public mutating func append(flag: Bool) { append(flag ? 1 : 0) }
    public mutating func append(instant: Instant) { append(little: UInt64(bitPattern: instant.nanoseconds)) }
    public mutating func append(span: Lapse) { append(little: UInt64(bitPattern: span.nanoseconds)) }
    public mutating func append(count: Int) { append(little: UInt64(bitPattern: Int64(count))) }
    public mutating func append(distance: Distance) { append(little: UInt32(bitPattern: distance.millimetres)) }
    public mutating func append(speed: Speed) { append(little: UInt32(bitPattern: speed.millimetresPerSecond)) }

    public mutating func append<Value>(_ value: Value?, _ write: (inout [UInt8], Value) -> Void) {
        append(flag: value != nil)
        if let value { write(&self, value) }
    }

    public mutating func append<Value>(each values: [Value], _ write: (inout [UInt8], Value) -> Void) {
        append(little: UInt32(clamping: values.count))
        for value in values { write(&self, value) }
    }
}

/// Reading the parts of a record; no length is trusted before the bytes are there.
extension ByteReader {
    public mutating func text(_ what: StaticString) throws(Malformed) -> String {
        String(decoding: try utf8(what), as: UTF8.self)
    }

    /// Reads the bytes of a text without copying.
    public mutating func utf8(_ what: StaticString) throws(Malformed) -> ArraySlice<UInt8> {
        let text = try slice(what)
        guard text.isUTF8 else { throw Malformed(at: offset - text.count, "\(what) is not UTF-8") }
        return text
    }

    /// Reads counted bytes without copying.
    public mutating func slice(_ what: StaticString) throws(Malformed) -> ArraySlice<UInt8> {
        let length = Int(try u32(what))
        return try slice(length, what)
    }

    public mutating func counted(_ what: StaticString) throws(Malformed) -> [UInt8] {
        let length = Int(try u32(what))
        return try take(length, what)
    }

    public mutating func flag(_ what: StaticString) throws(Malformed) -> Bool {
        let place = offset
        switch try u8(what) {
        case 0: return false
        case 1: return true
        case let other: throw Malformed(at: place, "\(what) is \(other), and 0 or 1 is meant")
        }
    }

    public mutating func instant(_ what: StaticString) throws(Malformed) -> Instant {
        Instant(nanoseconds: Int64(bitPattern: try u64(what)))
    }

    public mutating func span(_ what: StaticString) throws(Malformed) -> Lapse {
        Lapse(nanoseconds: Int64(bitPattern: try u64(what)))
    }

    public mutating func count(_ what: StaticString) throws(Malformed) -> Int {
        Int(truncatingIfNeeded: Int64(bitPattern: try u64(what)))  // the same 64 bits
    }

    public mutating func distance(_ what: StaticString) throws(Malformed) -> Distance {
        Distance(millimetres: Int32(bitPattern: try u32(what)))
    }

    public mutating func speed(_ what: StaticString) throws(Malformed) -> Speed {
        Speed(millimetresPerSecond: Int32(bitPattern: try u32(what)))
    }

    public mutating func accessory(_ what: StaticString) throws(Malformed) -> AccessoryName {
        AccessoryName(try name(what))
    }
    public mutating func tag(_ what: StaticString) throws(Malformed) -> TagName { TagName(try name(what)) }

    /// Reads an identifier of a scenario or a rig; throws if it is implausibly long.
    mutating func name(_ what: StaticString) throws(Malformed) -> String {
        let place = offset
        let name = try text(what)
        guard name.utf8.count <= 1_024 else {
            throw Malformed(at: place, "\(what) has \(name.utf8.count) bytes, and 1024 are the most")
        }
        return name
    }

    public mutating func optional<Value>(
        _ what: StaticString, _ read: (inout ByteReader) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        try flag(what) ? try read(&self) : nil
    }

    /// Reads a list. Each item takes at least one byte, so a count beyond the bytes left is invalid.
    public mutating func list<Value>(
        _ what: StaticString, _ read: (inout ByteReader) throws(Malformed) -> Value
    ) throws(Malformed) -> [Value] {
        let place = offset
        let count = Int(try u32(what))
        guard count <= remaining else {
            throw Malformed(at: place, "\(what) has \(count) items in \(remaining) bytes")
        }
        var values: [Value] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }

    /// Returns the error for an unknown code of a case, at the code's offset.
    public func unknown(_ code: UInt8, _ what: StaticString) -> Malformed {
        Malformed(at: offset - 1, "\(code) is no code of \(what)")
    }
}
