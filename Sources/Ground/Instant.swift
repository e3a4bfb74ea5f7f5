/// A point of rig time, in whole nanoseconds since the run began.
public struct Instant: Hashable, Codable, Sendable {
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The beginning of the run.
    public static let start = Instant(nanoseconds: 0)
    /// Later than everything that happens in a run.
    public static let never = Instant(nanoseconds: .max)

    @inlinable public static func + (lhs: Instant, rhs: Span) -> Instant {
        Instant(nanoseconds: saturatingSum(lhs.nanoseconds, rhs.nanoseconds))
    }

    @inlinable public static func - (lhs: Instant, rhs: Instant) -> Span {
        Span(nanoseconds: saturatingDifference(lhs.nanoseconds, rhs.nanoseconds))
    }

    @inlinable public static func - (lhs: Instant, rhs: Span) -> Instant {
        Instant(nanoseconds: saturatingDifference(lhs.nanoseconds, rhs.nanoseconds))
    }
}

extension Instant: Comparable {
    @inlinable public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

extension Instant: CustomStringConvertible {
    /// Seconds since the run began with milliseconds, as in `12.345 s`.
    public var description: String { "\(decimal(Double(nanoseconds) / 1e9, places: 3)) s" }
}
