import Ground

/// Parsing of numbers, dates and data.
extension XMLReader {
    /// Returns the value of an element's text, or nil if it is invalid.
    static func scalar(_ element: Element, _ text: [UInt8]) -> PropertyList.Value? {
        switch element {
        case .integer: integer(trimmed(text)).map { .integer($0) }
        case .real: real(trimmed(text)).map { .real($0) }
        case .date: date(trimmed(text)).map { .date($0) }
        case .data: (try? Base64.decoded(text.filter { !XMLSource.isSpace($0) })).map { .data($0) }
        case .plist, .dict, .key, .array, .string, .isTrue, .isFalse: nil
        }
    }

    static func complaint(about element: Element) -> String {
        switch element {
        case .integer: "an integer has decimal digits, or 0x and hexadecimal ones, from -2^63 to 2^64 - 1"
        case .real: "this is no number"
        case .date: "a date is written as 2026-01-31T12:00:00Z, and must be one of the calendar"
        case .data: "data are written in Base64"
        case .plist, .dict, .key, .array, .string, .isTrue, .isFalse: "\(element.rawValue) does not read as a value"
        }
    }

    private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let front = text.drop(while: XMLSource.isSpace)
        guard let end = front.lastIndex(where: { !XMLSource.isSpace($0) }) else { return front }
        return front[front.startIndex...end]
    }

    private static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
        // The maximum number of digits, even if most are leading zeros.
        guard text.count <= 1_000 else { return nil }
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = text.first == UInt8(ascii: "+") || isNegative ? text.dropFirst() : text
        let isHex = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        let bare = isHex ? digits.dropFirst(2) : digits
        guard let first = bare.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let magnitude = Int128(String(decoding: bare, as: UTF8.self), radix: isHex ? 16 : 10)
        else { return nil }
        let value = isNegative ? -magnitude : magnitude
        return PropertyList.integers.contains(value) ? value : nil
    }

    private static func real(_ text: ArraySlice<UInt8>) -> Double? {
        guard text.count <= 1_000 else { return nil }
        let word = String(decoding: text, as: UTF8.self)
        let names = ["nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity"]
        let isNumber = text.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        return isNumber || names.contains(word.lowercased()) ? Double(word) : nil
    }

    private static func date(_ text: ArraySlice<UInt8>) -> PropertyListDate? {
        let form = Array("0000-00-00T00:00:00Z".utf8)
        guard text.count == form.count else { return nil }
        var numbers = [0]
        for (byte, wanted) in zip(text, form) {
            if wanted == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            } else {
                guard byte == wanted else { return nil }
                numbers.append(0)
            }
        }
        guard let day = PropertyListDate.day(year: numbers[0], month: numbers[1], day: numbers[2]),
            numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
        else { return nil }
        return PropertyListDate(seconds: Double(day * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]))
    }
}

extension PropertyList {
    /// The range of integers: signed or unsigned 64 bits.
    static let integers: ClosedRange<Int128> = Int128(Int64.min)...Int128(UInt64.max)
}

extension PropertyListDate {
    /// Returns the number of days since the beginning of 2001 in the Gregorian calendar, or nil for an invalid date.
    static func day(year: Int, month: Int, day: Int) -> Int? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard year > 0, (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        let before = year - 1
        let leaps = before / 4 - before / 100 + before / 400
        let sinceYearOne = 365 * before + leaps + lengths[..<(month - 1)].reduce(0, +) + day - 1
        return sinceYearOne - 730_485
    }
}
