import Ground

extension Base64 {
    static func text(of bytes: [UInt8]) -> String { String(decoding: encoded(bytes), as: UTF8.self) }

    /// Decodes the standard alphabet or the URL-safe one (RFC 4648 section 5), in which padding may be missing. Bits
    /// after the last byte are an error. An error names its byte.
    static func bytes(of text: String) throws(DocumentError) -> [UInt8] {
        var digits = Array(text.utf8)
        let isStandard = digits.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
        guard !isStandard else { return try exactly(digits) }
        for (place, digit) in digits.enumerated() {
            if digit == UInt8(ascii: "-") { digits[place] = UInt8(ascii: "+") }
            if digit == UInt8(ascii: "_") { digits[place] = UInt8(ascii: "/") }
        }
        if digits.last != UInt8(ascii: "="), digits.count % 4 > 1 {
            digits += [UInt8](repeating: UInt8(ascii: "="), count: 4 - digits.count % 4)
        }
        return try exactly(digits)
    }

    private static func exactly(_ digits: [UInt8]) throws(DocumentError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(Malformed) { bytes = try decoded(digits) } catch {
            throw DocumentError(error.meaning, offset: error.offset)
        }
        guard encoded(bytes) == digits else {
            throw DocumentError("base64 has bits behind its last byte", offset: digits.count)
        }
        return bytes
    }
}
