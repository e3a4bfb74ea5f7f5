import Ground

/// A checksum over the fields of a row.
///
/// It detects changes by a faulty disk. It does not protect the store from deliberate changes: the run folders are the
/// truth.
struct RowMark {
    private var hash = FNV1a()

    mutating func add(_ bytes: [UInt8]) { hash.add(bytes) }

    mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
    }

    mutating func add(_ number: Int64?) {
        add(Int64(number == nil ? 0 : 1))
        if let number { add(number) }
    }

    mutating func add(_ text: String) {
        add(Int64(text.utf8.count))
        hash.add(text.utf8)
    }

    /// The checksum in 31 bits, for a run's row.
    var long: Int64 { Int64((hash.value ^ hash.value >> 31) & 0x7FFF_FFFF) }

    /// The checksum in 15 bits, for a measurement's row, of which there are millions.
    var short: Int64 {
        let value = hash.value
        return Int64((value ^ value >> 15 ^ value >> 30 ^ value >> 45) & 0x7FFF)
    }
}
