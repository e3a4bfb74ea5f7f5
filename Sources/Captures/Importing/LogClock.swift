import Ground
import Traces

/// Places the times that a terminal wrote before a log's lines on a time line that never goes back.
struct LogClock: Sendable {
    private static let day = Lapse.seconds(86_400)

    private var clock = CaptureClock()
    private var lastOfDay: WallInstant?
    private var days = 0
    private var forms: [LogStamp.Form] = []
    private(set) var first: WallInstant?

    /// The instant of a line with this time; `tell` receives any implausibility.
    mutating func instant(of stamp: LogStamp, tell: (String) -> Void) -> WallInstant {
        if !forms.contains(stamp.form) { forms.append(stamp.form) }
        var instant = stamp.instant
        if stamp.form == .timeOfDay {
            // A time of day restarts at midnight, and otherwise goes back only a little.
            if let last = lastOfDay, last - instant > Lapse.seconds(43_200) { days += 1 }
            lastOfDay = instant
            instant = instant + Self.day * days
        }
        let placed = clock.place(instant, tell: tell)
        first = first ?? placed
        return placed
    }

    /// The remarks on the times, as sentences without full stops.
    var remarks: [String] {
        if forms.isEmpty { return ["the log has no times: a millisecond was put between its lines"] }
        return forms.map { form in
            switch form {
            case .date(hasZone: true): "the lines' times are a terminal's, with date and zone"
            case .date(hasZone: false): "the lines' times are a terminal's, without a zone: they are taken for UTC"
            case .dateWithoutYear: "the lines' times are a terminal's, without a year: 1972 is assumed"
            case .timeOfDay: "the lines' times are a terminal's, without a date: 1970-01-01 is assumed"
            case .seconds: "the lines' times are seconds that a terminal counted: they are taken for those since 1970"
            }
        }
    }
}
