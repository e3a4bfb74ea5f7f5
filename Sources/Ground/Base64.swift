/// Base64 (RFC 4648 section 4) in whole groups of four digits.
public enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    public static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, count) = (UInt32(0), UInt32(0))
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[Int(bits >> count & 0x3F)])
            }
        }
        if count > 0 { text.append(digits[Int(bits << (6 - count) & 0x3F)]) }
        while !text.count.isMultiple(of: 4) { text.append(padding) }
        return text
    }

    /// Decodes digits and their padding; bits after the last byte are ignored. An error names the place of the digit.
    public static func decoded(_ text: some Collection<UInt8>) throws(Malformed) -> [UInt8] {
        let content = text.prefix { $0 != padding }
        let rest = text.dropFirst(content.count)
        guard rest.count <= 2, rest.allSatisfy({ $0 == padding }) else {
            throw Malformed(at: content.count, "base64 goes on behind its padding")
        }
        guard text.count.isMultiple(of: 4) else {
            throw Malformed(at: text.count, "base64 comes in groups of four digits")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count) = (UInt32(0), UInt32(0))
        for (place, digit) in content.enumerated() {
            guard let value = value(of: digit) else {
                throw Malformed(at: place, "\(digit.hexadecimal) is no digit of base64")
            }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
