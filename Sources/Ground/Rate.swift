/// How often something happens, in whole thousandths of a hertz so that two runs compare exactly.
public struct Rate: Hashable, Codable, Sendable {
    public let millihertz: Int64

    @inlinable public init(millihertz: Int64) { self.millihertz = millihertz }

    public static let zero = Rate(millihertz: 0)

    /// Times a second, rounded to the nearest thousandth and clamped to what fits.
    public static func hertz(_ value: Double) -> Rate { Rate(millihertz: clamped(value * 1000)) }

    public var hertz: Double { Double(millihertz) / 1000 }

    /// How often so many events happened in a span; nil when the span is not positive.
    public init?(_ events: Int, in span: Span) {
        guard span > .zero else { return nil }
        self = .hertz(Double(events) / span.seconds)
    }
}

extension Rate: Comparable {
    @inlinable public static func < (lhs: Rate, rhs: Rate) -> Bool { lhs.millihertz < rhs.millihertz }
}

extension Rate: CustomStringConvertible {
    /// Hertz with two decimals, as in `5.55 Hz`.
    public var description: String { "\(decimal(hertz, places: 2)) Hz" }
}
