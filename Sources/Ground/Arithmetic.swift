@usableFromInline func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min : .max) : sum
}

@usableFromInline func saturatingDifference(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    return overflow ? (right < 0 ? .max : .min) : difference
}

@usableFromInline func saturatingProduct(_ left: Int64, _ right: Int64) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
}

/// Rounds a value without ever trapping: values out of range become the nearest limit, not-a-number becomes 0.
func clamped(_ value: Double) -> Int64 {
    guard !value.isNaN else { return 0 }
    if value >= 9.2e18 { return .max }
    if value <= -9.2e18 { return .min }
    return Int64(value.rounded())
}

/// Formats a number with a fixed number of decimal places, the same on every machine and locale.
public func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "not a number" }
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = clamped(value * Double(scale))
    let magnitude = scaled.magnitude
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(magnitude)" }
    let fraction = String(magnitude % UInt64(scale))
    let padding = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(magnitude / UInt64(scale)).\(padding)\(fraction)"
}

/// A fraction in thousandths: 900 is nine tenths.
public struct Share: Hashable, Codable, Sendable {
    public let permille: Int64

    @inlinable public init(permille: Int64) { self.permille = permille }

    public static let zero = Share(permille: 0)
    public static let whole = Share(permille: 1000)
    public static func permille(_ value: Int64) -> Share { Share(permille: value) }

    /// Creates a share from hundredths, rounded to the nearest thousandth and clamped to the representable range.
    public static func percent(_ value: Double) -> Share { Share(permille: clamped(value * 10)) }

    public var percent: Double { Double(permille) / 10 }

    /// Creates the share of a part in a whole, rounded down so that only the complete whole gives 1; nil if the whole
    /// is 0.
    public init?(_ part: Int, of whole: Int) {
        guard whole > 0 else { return nil }
        permille = saturatingProduct(Int64(part), 1000) / Int64(whole)
    }
}

extension Share: Comparable {
    @inlinable public static func < (lhs: Share, rhs: Share) -> Bool { lhs.permille < rhs.permille }
}

extension Share: CustomStringConvertible {
    /// Per cent with one decimal, as in `97.5 %`.
    public var description: String { "\(decimal(percent, places: 1)) %" }
}

/// A frequency of events, in whole thousandths of a hertz so that two runs compare exactly.
public struct Rate: Hashable, Codable, Sendable {
    public let millihertz: Int64

    @inlinable public init(millihertz: Int64) { self.millihertz = millihertz }

    public static let zero = Rate(millihertz: 0)

    /// Creates a rate from events per second, rounded to the nearest thousandth and clamped to the representable
    /// range.
    public static func hertz(_ value: Double) -> Rate { Rate(millihertz: clamped(value * 1000)) }

    public var hertz: Double { Double(millihertz) / 1000 }

    /// Creates the rate of a number of events in a span; nil if the span is not positive.
    public init?(_ events: Int, in span: Lapse) {
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
