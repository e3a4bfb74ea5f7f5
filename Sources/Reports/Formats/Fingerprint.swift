/// A 128-bit hash of texts by FNV-1a (draft-eastlake-fnv): twice 64 bits from two initial values.
struct Fingerprint {
    private var low: UInt64 = 0xCBF2_9CE4_8422_2325
    private var high: UInt64 = 0x6C62_272E_07BB_0142

    init(_ parts: [String]) {
        for part in parts {
            for byte in part.utf8 { add(byte) }
            // This byte never occurs in UTF-8, and so marks the end of a part.
            add(0xFF)
        }
    }

    private mutating func add(_ byte: UInt8) {
        low = (low ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// The hash as 32 digits.
    var text: String { Self.digits(high) + Self.digits(low) }

    /// Half of the hash as 16 digits, never all zeros.
    var short: String { Self.digits(low == 0 ? 1 : low) }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
