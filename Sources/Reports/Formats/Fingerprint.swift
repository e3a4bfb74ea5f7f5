/// Texts as 128 bits, by FNV-1a (draft-eastlake-fnv): twice 64 bits from two beginnings.
struct Fingerprint {
    private var low: UInt64 = 0xCBF2_9CE4_8422_2325
    private var high: UInt64 = 0x6C62_272E_07BB_0142

    init(_ parts: [String]) {
        for part in parts {
            for byte in part.utf8 { add(byte) }
            // No text in UTF-8 has this byte: it tells where a part ends.
            add(0xFF)
        }
    }

    private mutating func add(_ byte: UInt8) {
        low = (low ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// 32 digits.
    var text: String { Self.digits(high) + Self.digits(low) }

    /// 16 digits, not all of them 0.
    var short: String { Self.digits(low == 0 ? 1 : low) }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
