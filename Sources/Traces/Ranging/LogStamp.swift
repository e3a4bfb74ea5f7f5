/// The time that a terminal wrote before a line.
///
/// Supported are the forms of minicom, picocom and tio (`[2024-05-01 12:00:00.123]`, with T, with a zone), of screen
/// and tio (`[12:00:00.123]`), of ts (`May 01 12:00:00`, `12:00:00`, seconds since 1970), of Tera Term (`[Wed May 01
/// 12:00:00.123 2024]`), of the Arduino monitor (`12:00:00.123 -> `), and of programs that count from their start (`[
/// 12.345678]`). Optional are brackets, a comma for the point, and a trailing arrow, bar or colon.
public struct LogStamp: Hashable, Sendable {
    /// The parts of a point of time that the stamp has.
    public enum Form: Hashable, Sendable {
        /// Date and time, and whether the zone is given; without one the instant is in UTC.
        case date(hasZone: Bool)
        /// Month, day and time, in the leap year 1972.
        case dateWithoutYear
        /// The time of day, on the first day of 1970.
        case timeOfDay
        /// Seconds since an unknown origin, which is taken to be 1970.
        case seconds
    }

    public let form: Form
    public let instant: WallInstant

    /// The stamp at the beginning of a line, and its length including the separator from the text.
    static func take(from line: [UInt8]) -> (stamp: LogStamp?, length: Int) {
        var scanner = StampScanner(line)
        scanner.skipSpaces()
        let isBracketed = scanner.take("[")
        if isBracketed { scanner.skipSpaces() }
        // The first character is enough to rule out almost every line.
        guard let first = scanner.next, scanner.isDigit(first) || scanner.isLetter(first),
            let stamp = read(&scanner, isBracketed: isBracketed)
        else { return (nil, 0) }
        if isBracketed {
            scanner.skipSpaces()
            guard scanner.take("]") else { return (nil, 0) }
            // The separator is optional after a bracket.
            _ = scanner.takeSeparator()
        } else {
            guard scanner.isAtEnd || scanner.takeSeparator() else { return (nil, 0) }
        }
        return (stamp, scanner.position)
    }

    private static func read(_ scanner: inout StampScanner, isBracketed: Bool) -> LogStamp? {
        let start = scanner
        if let stamp = date(&scanner) { return stamp }
        scanner = start
        if let stamp = timeOfDay(&scanner) { return stamp }
        scanner = start
        if let stamp = months(&scanner) { return stamp }
        scanner = start
        return seconds(&scanner, isBracketed: isBracketed)
    }

    /// `2024-05-01`, then T or spaces, then the time with an optional zone.
    private static func date(_ scanner: inout StampScanner) -> LogStamp? {
        guard let year = scanner.number(digits: 4), let separator = scanner.take(oneOf: "-/"),
            let month = scanner.number(digits: 2), scanner.take(separator), let day = scanner.number(digits: 2),
            scanner.take("T") || scanner.take(" "), let days = days(year, month, day)
        else { return nil }
        scanner.skipSpaces()
        guard let time = scanner.time() else { return nil }
        let zone = scanner.zone()
        let instant = WallInstant(
            nanoseconds: days * nanosecondsOfDay + time - (zone ?? 0) * 60 * nanosecondsOfSecond)
        return LogStamp(form: .date(hasZone: zone != nil), instant: instant)
    }

    private static func timeOfDay(_ scanner: inout StampScanner) -> LogStamp? {
        scanner.time().map { LogStamp(form: .timeOfDay, instant: WallInstant(nanoseconds: $0)) }
    }

    /// `May 01 12:00:00`, optionally preceded by a weekday and followed by a year.
    private static func months(_ scanner: inout StampScanner) -> LogStamp? {
        guard var word = scanner.word() else { return nil }
        if weekdays.contains(word) {
            guard scanner.skipSpaces(), let next = scanner.word() else { return nil }
            word = next
        }
        guard let month = monthNames.firstIndex(of: word), scanner.skipSpaces(),
            let day = scanner.number(digits: 2) ?? scanner.number(digits: 1), scanner.skipSpaces(),
            let time = scanner.time()
        else { return nil }
        let beforeYear = scanner
        var year: Int64?
        if scanner.skipSpaces() { year = scanner.number(digits: 4) }
        if year == nil || !(scanner.isAtEnd || scanner.next == UInt8(ascii: "]") || scanner.next == 0x20) {
            scanner = beforeYear
            year = nil
        }
        guard let days = days(year ?? 1972, Int64(month) + 1, day) else { return nil }
        return LogStamp(
            form: year == nil ? .dateWithoutYear : .date(hasZone: false),
            instant: WallInstant(nanoseconds: days * nanosecondsOfDay + time))
    }

    /// `[  12.345678]`, followed by a second number if grabserial wrote one; without brackets only seconds since
    /// 1970.
    private static func seconds(_ scanner: inout StampScanner, isBracketed: Bool) -> LogStamp? {
        guard let whole = scanner.digits(1...10), isBracketed || whole >= 100_000_000, scanner.take("."),
            let fraction = scanner.fraction()
        else { return nil }
        let before = scanner
        if isBracketed, scanner.skipSpaces(), scanner.digits(1...10) != nil {
            guard scanner.take("."), scanner.fraction() != nil else { return nil }
        } else {
            scanner = before
        }
        return WallInstant(seconds: whole, nanoseconds: fraction).map { LogStamp(form: .seconds, instant: $0) }
    }

    private static let nanosecondsOfSecond: Int64 = 1_000_000_000
    private static let nanosecondsOfDay: Int64 = 86_400 * nanosecondsOfSecond
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The number of days from 1970-01-01 to a date from 1970 to 2261; nil for an invalid date.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
        guard (1970...2261).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[Int(month) - 1]).contains(day) else { return nil }
        let before = year - 1
        let leaps = before / 4 - before / 100 + before / 400 - 477
        return (year - 1970) * 365 + leaps + lengths[..<(Int(month) - 1)].reduce(0, +) + day - 1
    }
}
