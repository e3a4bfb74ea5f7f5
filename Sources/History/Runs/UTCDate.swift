import Ground

/// A date with its time in UTC, as in evidence: `2026-11-22T18:33:55Z`.
struct UTCDate: Hashable {
    /// Since 1970, by the wall clock.
    let nanoseconds: Int64

    private static let perSecond: Int64 = 1_000_000_000
    private static let perDay: Int64 = 86_400

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Nil for any other form, and for a date that does not exist.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let form = Array("0000-00-00T00:00:00Z".utf8)
        guard bytes.count == form.count else { return nil }
        var numbers: [Int64] = [0]
        for (byte, expected) in zip(bytes, form) {
            if expected == UInt8(ascii: "0") {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte - UInt8(ascii: "0"))
            } else {
                guard byte == expected else { return nil }
                numbers.append(0)
            }
        }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard (1970...2200).contains(year), (1...12).contains(month), (1...31).contains(day), numbers[3] < 24,
            numbers[4] < 60, numbers[5] <= 60
        else { return nil }
        let days = Self.days(year, month, day)
        let (backYear, backMonth, backDay) = Self.date(days)
        guard (backYear, backMonth, backDay) == (year, month, day) else { return nil }
        nanoseconds = (days * Self.perDay + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]) * Self.perSecond
    }

    /// `2026-11-22 18:33`; a dash if unknown.
    var shown: String {
        guard nanoseconds != 0 else { return "-" }
        let seconds = nanoseconds / Self.perSecond
        let days = seconds >= 0 ? seconds / Self.perDay : -1
        guard days >= 0 else { return "-" }
        let (year, month, day) = Self.date(days)
        let rest = seconds - days * Self.perDay
        return "\(year)-\(Self.two(month))-\(Self.two(day)) \(Self.two(rest / 3600)):\(Self.two(rest / 60 % 60))"
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Returns the days since 1970 of a date in the Gregorian calendar.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        // A year that begins in March has its leap day at its end.
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let place = (5 * dayOfYear + 2) / 153
        let month = place < 10 ? place + 3 : place - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * place + 2) / 5 + 1)
    }
}
