/// A point of rig time, in whole nanoseconds since the run began.
public struct Instant: Hashable, Codable, Sendable {
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The beginning of the run.
    public static let start = Instant(nanoseconds: 0)
    /// Later than everything that happens in a run.
    public static let never = Instant(nanoseconds: .max)

    @inlinable public static func + (lhs: Instant, rhs: Lapse) -> Instant {
        Instant(nanoseconds: saturatingSum(lhs.nanoseconds, rhs.nanoseconds))
    }

    @inlinable public static func - (lhs: Instant, rhs: Instant) -> Lapse {
        Lapse(nanoseconds: saturatingDifference(lhs.nanoseconds, rhs.nanoseconds))
    }

    @inlinable public static func - (lhs: Instant, rhs: Lapse) -> Instant {
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

/// A span of rig time in whole nanoseconds; may be negative.
///
/// Arithmetic saturates instead of trapping, because spans are also computed from peers' data.
public struct Lapse: Hashable, Codable, Sendable {
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let zero = Lapse(nanoseconds: 0)
    public static func nanoseconds(_ value: Int64) -> Lapse { Lapse(nanoseconds: value) }
    public static func microseconds(_ value: Int) -> Lapse {
        Lapse(nanoseconds: saturatingProduct(Int64(value), 1_000))
    }
    public static func milliseconds(_ value: Int) -> Lapse {
        Lapse(nanoseconds: saturatingProduct(Int64(value), 1_000_000))
    }
    public static func seconds(_ value: Int) -> Lapse {
        Lapse(nanoseconds: saturatingProduct(Int64(value), 1_000_000_000))
    }

    /// Creates a span from seconds, rounded to the nearest nanosecond and clamped to the representable range.
    public static func seconds(_ value: Double) -> Lapse { Lapse(nanoseconds: clamped(value * 1e9)) }

    /// The span in seconds, for display and for arithmetic that is not compared exactly.
    public var seconds: Double { Double(nanoseconds) / 1e9 }
    /// The span in milliseconds, for display.
    public var milliseconds: Double { Double(nanoseconds) / 1e6 }
}

extension Lapse: Comparable {
    @inlinable public static func < (lhs: Lapse, rhs: Lapse) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

extension Lapse {
    @inlinable public static func + (lhs: Lapse, rhs: Lapse) -> Lapse {
        Lapse(nanoseconds: saturatingSum(lhs.nanoseconds, rhs.nanoseconds))
    }

    @inlinable public static func - (lhs: Lapse, rhs: Lapse) -> Lapse {
        Lapse(nanoseconds: saturatingDifference(lhs.nanoseconds, rhs.nanoseconds))
    }

    @inlinable public static func * (lhs: Lapse, rhs: Int) -> Lapse {
        Lapse(nanoseconds: saturatingProduct(lhs.nanoseconds, Int64(clamping: rhs)))
    }
}

extension Lapse: CustomStringConvertible {
    /// The span in the unit that reads best: `850 ns`, `45 us`, `12.3 ms`, `4.20 s`.
    public var description: String {
        let size = nanoseconds.magnitude
        return switch size {
        case ..<1_000: "\(nanoseconds) ns"
        case ..<1_000_000: "\(decimal(Double(nanoseconds) / 1e3, places: 1)) us"
        case ..<1_000_000_000: "\(decimal(milliseconds, places: 1)) ms"
        default: "\(decimal(seconds, places: 2)) s"
        }
    }
}
