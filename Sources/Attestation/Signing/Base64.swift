import Ground

/// Base64 (RFC 4648): writes the standard alphabet, reads that and the URL-safe one.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                text.append(
                    place <= group.count ? digits[Int(bits >> UInt32(18 - 6 * place) & 0x3F)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; an error names its byte. Padding may be missing only in the URL-safe alphabet.
    static func bytes(of text: String) throws(AttestationError) -> [UInt8] {
        let all = Array(text.utf8)
        let content = all.prefix { $0 != UInt8(ascii: "=") }
        let padding = all.count - content.count
        guard all[content.count...].allSatisfy({ $0 == UInt8(ascii: "=") }), padding <= 2 else {
            throw AttestationError("base64 goes on behind its padding", offset: content.count)
        }
        let isForAddresses = content.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let isPadded = all.count.isMultiple(of: 4) && content.count % 4 != 1
        guard isPadded || (padding == 0 && content.count % 4 != 1) else {
            throw AttestationError("base64 was cut off", offset: all.count)
        }
        guard isPadded || isForAddresses || content.allSatisfy({ isOfBoth($0) }) else {
            throw AttestationError("base64 has no padding", offset: all.count)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count / 4 * 3 + 2)
        var (bits, count) = (UInt32(0), UInt32(0))
        for (place, digit) in content.enumerated() {
            guard let value = value(of: digit, forAddresses: isForAddresses) else {
                throw AttestationError("no base64: \(digit.hexadecimal)", offset: place)
            }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
            bits &= 1 << count - 1
        }
        guard bits == 0 else { throw AttestationError("base64 has bits behind its last byte", offset: content.count) }
        return bytes
    }

    /// Returns whether a digit belongs to both alphabets.
    private static func isOfBoth(_ digit: UInt8) -> Bool { digit != UInt8(ascii: "+") && digit != UInt8(ascii: "/") }

    private static func value(of digit: UInt8, forAddresses: Bool) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+") where !forAddresses, UInt8(ascii: "-") where forAddresses: 62
        case UInt8(ascii: "/") where !forAddresses, UInt8(ascii: "_") where forAddresses: 63
        default: nil
        }
    }
}
