/// Scans the beginning of a line, one part of a time after the other.
struct StampScanner {
    private let line: [UInt8]
    private(set) var position = 0

    init(_ line: [UInt8]) { self.line = line }

    var next: UInt8? { position < line.count ? line[position] : nil }
    var isAtEnd: Bool { position >= line.count }

    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }

    /// Skips spaces, and returns whether there were any.
    @discardableResult mutating func skipSpaces() -> Bool {
        let start = position
        while next == 0x20 || next == 0x09 { position += 1 }
        return position > start
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func take(oneOf characters: StaticString) -> Unicode.Scalar? {
        guard let next, characters.withUTF8Buffer({ $0.contains(next) }) else { return nil }
        position += 1
        return Unicode.Scalar(next)
    }

    /// Takes the separator between a time and the text: spaces, with an optional arrow, bar, comma or colon.
    mutating func takeSeparator() -> Bool {
        let start = position
        skipSpaces()
        if take("-") {
            guard take(">") else {
                position = start
                return position > start
            }
        } else {
            _ = take(oneOf: "|,:")
        }
        skipSpaces()
        return position > start
    }

    /// Takes a number of exactly `count` digits.
    mutating func number(digits count: Int) -> Int64? {
        let start = position
        guard let value = digits(count...count) else { return nil }
        guard let next, isDigit(next) else { return value }
        position = start
        return nil
    }

    /// Takes a number whose digit count is in the range.
    mutating func digits(_ counts: ClosedRange<Int>) -> Int64? {
        let start = position
        var value: Int64 = 0
        while let next, isDigit(next), position - start < counts.upperBound {
            value = value * 10 + Int64(next - 0x30)
            position += 1
        }
        guard position - start >= counts.lowerBound else {
            position = start
            return nil
        }
        return value
    }

    /// Takes three letters.
    mutating func word() -> String? {
        let bytes = line[position...].prefix(3)
        guard bytes.count == 3, bytes.allSatisfy(isLetter) else { return nil }
        position += 3
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes `12:00:00` with its fraction, in nanoseconds.
    mutating func time() -> Int64? {
        guard let hours = number(digits: 2), hours < 24, take(":"), let minutes = number(digits: 2), minutes < 60,
            take(":"), let seconds = number(digits: 2), seconds <= 60
        else { return nil }
        let whole = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000
        let start = self
        guard take(oneOf: ".,:") != nil, let fraction = fraction() else {
            self = start
            return whole
        }
        return whole + fraction
    }

    /// Takes the digits after the point, in nanoseconds.
    mutating func fraction() -> Int64? {
        let start = position
        guard var value = digits(1...9) else { return nil }
        for _ in (position - start)..<9 { value *= 10 }
        // Skips digits finer than a nanosecond.
        while let next, isDigit(next) { position += 1 }
        return value
    }

    /// Takes `Z`, `+02:00` or `+0200`, in minutes; nil if there is no zone.
    mutating func zone() -> Int64? {
        let start = position
        if take("Z") { return 0 }
        skipSpaces()
        if let sign = take(oneOf: "+-"), let hours = digits(2...2) {
            _ = take(":")
            if hours < 24, let minutes = digits(2...2), minutes < 60 {
                return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
            }
        }
        position = start
        return nil
    }
}
