import FoundationEssentials

/// A date with its time in UTC, as in evidence: `2026-11-22T18:33:55Z`.
struct UTCDate: Hashable {
    /// Since 1970, by the wall clock.
    let nanoseconds: Int64

    private static let perSecond: Int64 = 1_000_000_000

    init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Nil for any other form, and for a date that does not exist.
    init?(_ text: String) {
        // The parser accepts some dates that do not exist; those are written differently.
        guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text,
            let seconds = Int64(exactly: date.timeIntervalSince1970), (0..<Int64.max / Self.perSecond).contains(seconds)
        else { return nil }
        nanoseconds = seconds * Self.perSecond
    }

    /// `2026-11-22 18:33`; a dash if unknown.
    var shown: String {
        guard nanoseconds > 0 else { return "-" }
        let date = Date(timeIntervalSince1970: Double(nanoseconds / Self.perSecond))
        return String(date.formatted(.iso8601.dateTimeSeparator(.space)).prefix(16))
    }
}
