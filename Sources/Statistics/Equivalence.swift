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
        difference = second.mean - first.mean
        standardError = sum.squareRoot()
        degrees = divisor > 0 ? sum * sum / divisor : Double(first.count + second.count - 2)
        self.margin = margin
        guard margin > 0, margin.isFinite else { throw .outOfRange("a margin is larger than 0") }
        // Sums of huge values overflow, and are meaningless then.
        guard difference.isFinite, standardError.isFinite, degrees.isFinite else {
            throw .outOfRange("the values are too large for their mean and spread")
        }
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
}
