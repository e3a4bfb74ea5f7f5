/// A day in UTC, such as `2026-12-04`.
public struct CalendarDay: Hashable, Sendable {
    /// The number of days since 1970-01-01.
    public let number: Int

    public init(number: Int) { self.number = number }

    /// Parses a date; returns nil if it does not exist or has another format.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
            let year = Self.digits(bytes[0..<4]), let month = Self.digits(bytes[5..<7]),
            let day = Self.digits(bytes[8..<10]), (1...12).contains(month), day >= 1
        else { return nil }
        number = Self.number(year: year, month: month, day: day)
        // A date such as 30 February comes out as another one.
        guard description == text else { return nil }
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    /// Returns the number of days until another day.
    public func days(until other: CalendarDay) -> Int { other.number - number }

    public func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// Converts a date of the proleptic Gregorian calendar, using years that start in March.
    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * month + 2) / 5 + 1
        let civil = month < 10 ? month + 3 : month - 9
        return (year + era * 400 + (civil <= 2 ? 1 : 0), civil, day)
    }
}

extension CalendarDay: Comparable {
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }
}

extension CalendarDay: CustomStringConvertible {
    public var description: String {
        let (year, month, day) = parts
        func padded(_ value: Int, _ width: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

extension CalendarDay: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let day = CalendarDay(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a day is written as 2026-12-04")
        }
        self = day
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
