/// Whether a difference is within a margin: two one-sided tests by Schuirmann, with Welch's t (gate.md, 2.6).
public struct Equivalence: Hashable, Sendable {
    public let difference: Double
    public let standardError: Double
    public let degrees: Double
    public let margin: Double

    /// Tests second minus first, without assuming equal variances; needs two finite values on each side.
    public init(_ first: [Double], _ second: [Double], margin: Double) throws(StatisticsError) {
        for side in [first, second] {
            try side.check(atLeast: 2)
            try side.check()
        }
        let (one, other) = (first.variance / Double(first.count), second.variance / Double(second.count))
        let sum = one + other
        let divisor = one * one / Double(first.count - 1) + other * other / Double(second.count - 1)
        try self.init(
            difference: second.mean - first.mean, standardError: sum.squareRoot(),
            degrees: divisor > 0 ? sum * sum / divisor : Double(first.count + second.count - 2), margin: margin)
    }

    /// Tests one sample's mean against zero; needs two finite values.
    public init(_ values: [Double], margin: Double) throws(StatisticsError) {
        try values.check(atLeast: 2)
        try values.check()
        try self.init(
            difference: values.mean, standardError: (values.variance / Double(values.count)).squareRoot(),
            degrees: Double(values.count - 1), margin: margin)
    }

    private init(
        difference: Double, standardError: Double, degrees: Double, margin: Double
    ) throws(StatisticsError) {
        guard margin > 0, margin.isFinite else { throw .outOfRange("a margin is larger than 0") }
        // Sums of huge values overflow, and are meaningless then.
        guard difference.isFinite, standardError.isFinite, degrees.isFinite else {
            throw .outOfRange("the values are too large for their mean and spread")
        }
        self.difference = difference
        self.standardError = standardError
        self.degrees = degrees
        self.margin = margin
    }

    /// The probability of such values if the difference were as low as -margin.
    public var isLower: Double {
        guard standardError > 0 else { return difference > -margin ? 0 : 1 }
        return StudentT(degrees: degrees).above((difference + margin) / standardError)
    }

    /// The probability of such values if the difference were as high as the margin.
    public var isHigher: Double {
        guard standardError > 0 else { return difference < margin ? 0 : 1 }
        return StudentT(degrees: degrees).below((difference - margin) / standardError)
    }

    /// Whether both are excluded at this risk.
    public func holds(risk: Double = 0.05) -> Bool { isLower <= risk && isHigher <= risk }

    /// Returns the interval that is within the margin exactly if there is equivalence: 90 % for a risk of 5 %.
    public func interval(risk: Double = 0.05) -> FailureRate.Interval {
        let half = StudentT(degrees: degrees).quantile(1 - risk) * standardError
        return FailureRate.Interval(lower: difference - half, upper: difference + half)
    }

    /// Returns approximately how many values per side show equivalence in 80 % of cases, if there is no difference.
    public static func needed(margin: Double, sigma: Double) -> Int {
        let ratio = (Normal.quantile(0.95) + Normal.quantile(0.9)) * sigma / margin
        return Int((2 * ratio * ratio).rounded(.up))
    }
}
