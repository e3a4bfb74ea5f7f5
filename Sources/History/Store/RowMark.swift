import Ground

/// A check over the fields of a row.
///
/// It finds what a disk changed. It keeps nobody from changing a store: the run folders are the truth.
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

    /// In 31 bits: of a run's row.
    var long: Int64 { Int64((hash.value ^ hash.value >> 31) & 0x7FFF_FFFF) }

    /// In 15 bits, of which there are millions: of a measurement's row.
    var short: Int64 {
        let value = hash.value
        return Int64((value ^ value >> 15 ^ value >> 30 ^ value >> 45) & 0x7FFF)
    }
}
