/// A probability, a failure rate or a confidence, in whole millionths.
///
/// Whole numbers give a plan the same text and hash on every machine. A value outside 0 to 1 can be represented and is
/// found by the plan's check.
public struct Probability: Codable, Hashable, Sendable {
    public let perMillion: Int

    public init(perMillion: Int) { self.perMillion = perMillion }

    /// Creates a probability from a percentage, rounded to the nearest ten-thousandth of a percent; an invalid number
    /// becomes -1 millionth.
    public static func percent(_ percent: Double) -> Probability {
        guard percent.isFinite, abs(percent) <= 1_000_000 else { return Probability(perMillion: -1) }
        return Probability(perMillion: Int((percent * 10_000).rounded()))
    }

    /// The probability as a number from 0 to 1.
    public var value: Double { Double(perMillion) / 1_000_000 }

    /// Whether the value is greater than 0 and less than 1.
    public var isProper: Bool { (1..<1_000_000).contains(perMillion) }
}

extension Probability: Comparable {
    public static func < (one: Probability, other: Probability) -> Bool { one.perMillion < other.perMillion }
}

extension Probability: CustomStringConvertible {
    /// The probability as a percentage without trailing zeros: `5 %`, `0.01 %`.
    public var description: String {
        let sign = perMillion < 0 ? "-" : ""
        let (whole, rest) = perMillion.magnitude.quotientAndRemainder(dividingBy: 10_000)
        guard rest != 0 else { return "\(sign)\(whole) %" }
        var digits = String(rest)
        digits = String(repeating: "0", count: 4 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits) %"
    }
}
