/// Percent-decoding of text.
enum PercentDecoding {
    /// Returns the decoded bytes; a percent sign without two hexadecimal digits is preserved.
    static func decoded(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "%"), place + 2 < text.count, let high = digit(text[place + 1]),
                let low = digit(text[place + 2])
            {
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

/// ASCII letters in lower case, with everything else unchanged.
enum ASCII {
    static func folded(_ text: String) -> String { String(decoding: text.utf8.map(lower), as: UTF8.self) }

    @inline(__always) static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}

/// Texts in a form for case-insensitive comparison.
enum CaseFolding {
    /// Returns the text with every letter replaced that has a single lower-case letter; invalid UTF-8 is preserved.
    static func folded(_ text: [UInt8]) -> [UInt8] {
        if text.allSatisfy({ $0 < 0x80 }) { return text.map(ASCII.lower) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            let width = UTF8Width.ofScalar(in: text, at: place, end: text.count)
            if width == 1 {
                result.append(ASCII.lower(text[place]))
            } else {
                let letter = String(decoding: text[place..<place + width], as: UTF8.self)
                let lower = letter.unicodeScalars.first.map(\.properties.lowercaseMapping) ?? letter
                result += lower.unicodeScalars.count == 1 ? Array(lower.utf8) : Array(letter.utf8)
            }
            place += width
        }
        return result
    }
}

/// The width of characters in UTF-8.
enum UTF8Width {
    /// Returns the number of bytes of the scalar at `place`, 1 to 4, and 1 for a byte that begins no well-formed
    /// scalar (RFC 3629).
    static func ofScalar(in bytes: [UInt8], at place: Int, end: Int) -> Int {
        let lead = bytes[place]
        if lead < 0x80 { return 1 }
        let width: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (width, second) = (2, 0x80...0xBF)
        case 0xE0: (width, second) = (3, 0xA0...0xBF)
        case 0xED: (width, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (width, second) = (3, 0x80...0xBF)
        case 0xF0: (width, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (width, second) = (4, 0x80...0xBF)
        case 0xF4: (width, second) = (4, 0x80...0x8F)
        default: return 1
        }
        guard place + width <= end, second.contains(bytes[place + 1]) else { return 1 }
        for offset in 2..<max(2, width) where bytes[place + offset] & 0xC0 != 0x80 { return 1 }
        return width
    }
}
