public import Ground

/// A point of wall-clock time, in whole nanoseconds since 1970-01-01 00:00 UTC.
///
/// Captures are stamped with it; a run's own time is `Instant`.
public struct WallInstant: Hashable, Codable, Sendable {
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Seconds and nanoseconds since 1970; nil where 64 bits of nanoseconds cannot hold them.
    public init?(seconds: Int64, nanoseconds: Int64) {
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuch) = whole.addingReportingOverflow(nanoseconds)
        guard !isTooLong, !isTooMuch else { return nil }
        self.init(nanoseconds: sum)
    }

    /// The time that went by since another point of wall-clock time.
    @inlinable public static func - (lhs: WallInstant, rhs: WallInstant) -> Span {
        Span(nanoseconds: lhs.nanoseconds) - Span(nanoseconds: rhs.nanoseconds)
    }

    @inlinable public static func + (lhs: WallInstant, rhs: Span) -> WallInstant {
        WallInstant(nanoseconds: (Span(nanoseconds: lhs.nanoseconds) + rhs).nanoseconds)
    }
}

extension WallInstant: Comparable {
    @inlinable public static func < (lhs: WallInstant, rhs: WallInstant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

extension WallInstant: CustomStringConvertible {
    /// Seconds since 1970 with nine decimal places.
    public var description: String {
        let fraction = String(nanoseconds.magnitude % 1_000_000_000)
        let padding = String(repeating: "0", count: 9 - fraction.count)
        let sign = nanoseconds < 0 ? "-" : ""
        return "\(sign)\(nanoseconds.magnitude / 1_000_000_000).\(padding)\(fraction)"
    }
}
