import Ground

/// The ranges of a URL's parts in its bytes, according to RFC 3986, section 3; nothing is decoded, folded or
/// resolved.
struct URLParts: Sendable {
    let scheme: Range<Int>
    /// The part between `//` and the `@` before the host.
    var userInfo: Range<Int>?
    /// The host; nil if the URL has no `//`.
    var host: Range<Int>?
    var portDigits: Range<Int>?
    let path: Range<Int>
    let query: Range<Int>?
    let fragment: Range<Int>?

    /// Returns whether a colon ends what may be a scheme.
    static func hasScheme(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.first(where: endsScheme) == UInt8(ascii: ":")
    }

    init(_ bytes: [UInt8]) throws(Malformed) {
        var colon = -1
        for (place, byte) in bytes.enumerated() {
            if byte <= 0x20 || byte == 0x7F {
                throw Malformed(at: place, "a URL has no spaces and no control characters")
            }
            if colon < 0, Self.endsScheme(byte) { colon = place }
        }
        guard colon >= 0, bytes[colon] == UInt8(ascii: ":") else {
            throw Malformed(at: 0, "a URL begins with a scheme and a colon")
        }
        guard colon > 0, Self.isLetter(bytes[0]), bytes[..<colon].allSatisfy(Self.isSchemeCharacter) else {
            throw Malformed(at: 0, "a scheme is a letter followed by letters, digits, +, - and .")
        }
        scheme = 0..<colon
        var end = bytes.count
        fragment = Self.cut(bytes, colon + 1, &end, at: UInt8(ascii: "#"))
        query = Self.cut(bytes, colon + 1, &end, at: UInt8(ascii: "?"))
        guard end - colon > 2, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") else {
            path = colon + 1..<end
            return
        }
        let start = colon + 3
        let slash = bytes[start..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
        path = slash..<end
        try readAuthority(bytes, start..<slash)
    }

    private mutating func readAuthority(_ bytes: [UInt8], _ range: Range<Int>) throws(Malformed) {
        var start = range.lowerBound
        if let at = bytes[range].lastIndex(of: UInt8(ascii: "@")) {
            userInfo = start..<at
            start = at + 1
        }
        let rest = bytes[start..<range.upperBound]
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
                throw Malformed(at: start, "the address in brackets does not end")
            }
            host = start..<close + 1
            guard close + 1 == range.upperBound || bytes[close + 1] == UInt8(ascii: ":") else {
                throw Malformed(at: close + 1, "only a port may follow the address in brackets")
            }
            if close + 1 < range.upperBound { portDigits = close + 2..<range.upperBound }
        } else {
            let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? range.upperBound
            host = start..<colon
            if colon < range.upperBound { portDigits = colon + 1..<range.upperBound }
        }
        if portDigits?.isEmpty == true { portDigits = nil }
        if let digits = portDigits, Self.port(bytes[digits]) == nil {
            throw Malformed(at: digits.lowerBound, "a port is a number up to 65535")
        }
    }

    /// Returns the number formed by the digits, or nil if it is not a port.
    static func port(_ digits: ArraySlice<UInt8>) -> UInt16? {
        var number = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            number = number * 10 + Int(digit - 0x30)
            guard number <= 65_535 else { return nil }
        }
        return UInt16(exactly: number)
    }

    /// Removes the first mark and everything after it from the end of the text, and returns the range after the mark.
    private static func cut(_ bytes: [UInt8], _ start: Int, _ end: inout Int, at mark: UInt8) -> Range<Int>? {
        guard let place = bytes[start..<end].firstIndex(of: mark) else { return nil }
        defer { end = place }
        return place + 1..<end
    }

    private static func endsScheme(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
