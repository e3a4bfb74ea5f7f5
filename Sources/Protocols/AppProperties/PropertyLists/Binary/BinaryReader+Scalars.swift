import Ground

/// Decoding of objects that refer to no others.
extension BinaryReader {
    /// Returns the object at an offset, and the offset after it.
    func scalar(at start: Int) throws(PropertyListError) -> (PropertyList.Value, end: Int) {
        let marker = bytes[start]
        switch marker {
        case 0x08, 0x09: return (.boolean(marker == 0x09), start + 1)
        case 0x10...0x14: return try integer(at: start)
        case 0x22, 0x23: return try real(at: start)
        case 0x33:
            let bits = try number(at: start, width: 8)
            guard let date = PropertyListDate(seconds: Double(bitPattern: UInt64(truncatingIfNeeded: bits))) else {
                throw wrong(.object, "a date is a finite number of seconds", at: start)
            }
            return (.date(date), start + 9)
        case 0x40...0x4F:
            let (count, first) = try length(at: start, each: 1)
            return (.data(Array(bytes[first..<first + count])), first + count)
        case 0x50...0x5F: return try ascii(at: start)
        case 0x60...0x6F: return try utf16(at: start)
        case 0x80...0x87:
            let width = Int(marker & 0x0F) + 1
            return (.reference(UInt64(truncatingIfNeeded: try number(at: start, width: width))), start + 1 + width)
        default: throw wrong(.object, Self.complaint(about: marker), at: start)
        }
    }

    private static func complaint(about marker: UInt8) -> String {
        let what =
            switch marker {
            case 0x00: "null"
            case 0x0C...0x0E: "an address or an identifier"
            case 0x0F: "a byte that only fills"
            case 0x70...0x7F: "a string in UTF-8"
            case 0xB0...0xCF: "a set"
            default: ""
            }
        let shown = "the marker \(marker.hexadecimal)"
        return what.isEmpty ? "\(shown) is that of no object" : "\(shown) is \(what), which no property list has"
    }

    private func integer(at start: Int) throws(PropertyListError) -> (PropertyList.Value, end: Int) {
        let width = 1 << Int(bytes[start] & 0x0F)
        let bits = try number(at: start, width: width)
        // Integers of eight bytes are signed, shorter ones are unsigned.
        let value = width == 8 ? Int128(Int64(truncatingIfNeeded: bits)) : Int128(truncatingIfNeeded: bits)
        guard PropertyList.integers.contains(value) else {
            throw wrong(.object, "an integer goes from -2^63 to 2^64 - 1", at: start)
        }
        return (.integer(value), start + 1 + width)
    }

    private func real(at start: Int) throws(PropertyListError) -> (PropertyList.Value, end: Int) {
        if bytes[start] == 0x22 {
            let bits = UInt32(truncatingIfNeeded: try number(at: start, width: 4))
            return (.real(Double(Float(bitPattern: bits))), start + 5)
        }
        return (.real(Double(bitPattern: UInt64(truncatingIfNeeded: try number(at: start, width: 8)))), start + 9)
    }

    private func ascii(at start: Int) throws(PropertyListError) -> (PropertyList.Value, end: Int) {
        let (count, first) = try length(at: start, each: 1)
        let text = bytes[first..<first + count]
        if let foreign = text.firstIndex(where: { $0 >= 0x80 }) {
            throw wrong(.object, "a string said to be ASCII has another byte", at: foreign)
        }
        return (.string(String(decoding: text, as: UTF8.self)), first + count)
    }

    private func utf16(at start: Int) throws(PropertyListError) -> (PropertyList.Value, end: Int) {
        let (count, first) = try length(at: start, each: 2)
        let units = (0..<count).map { UInt16(bytes[first + 2 * $0]) << 8 | UInt16(bytes[first + 2 * $0 + 1]) }
        guard let text = String(validating: units, as: UTF16.self) else {
            let place = first + 2 * (XMLSource.loneSurrogate(in: units) ?? 0)
            throw wrong(.object, "half of a UTF-16 pair stands alone", at: place)
        }
        return (.string(text), first + 2 * count)
    }

    /// Returns the number of elements of an object, from its marker or the integer after it, and the offset of the
    /// first one.
    func length(at start: Int, each width: Int) throws(PropertyListError) -> (count: Int, first: Int) {
        var (count, first) = (Int(bytes[start] & 0x0F), start + 1)
        if count == 0x0F {
            guard first < trailer.table, (0x10...0x13).contains(bytes[first]) else {
                throw wrong(.object, "behind a marker with 15 stands the length as an integer", at: start)
            }
            let bytesOfLength = 1 << Int(bytes[first] & 0x0F)
            guard let said = Int(exactly: try number(at: first, width: bytesOfLength)) else {
                throw wrong(.object, "the object ends behind the file's objects", at: start)
            }
            (count, first) = (said, first + 1 + bytesOfLength)
        }
        guard first <= trailer.table, count <= (trailer.table - first) / width else {
            throw wrong(.object, "the object ends behind the file's objects", at: start)
        }
        return (count, first)
    }

    /// Returns the big-endian bits after a marker.
    private func number(at start: Int, width: Int) throws(PropertyListError) -> UInt128 {
        guard start + 1 + width <= trailer.table else {
            throw wrong(.object, "the object ends behind the file's objects", at: start)
        }
        return bytes[(start + 1)..<(start + 1 + width)].reduce(0) { $0 << 8 | UInt128($1) }
    }
}
