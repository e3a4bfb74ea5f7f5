/// The scatter of values, with its uncertainty (gate.md, section 2.7).
public enum Scatter {
    /// Returns the two-sided interval for sigma, from a sample's s with divisor n-1; very sensitive to outliers.
    public static func interval(
        deviation: Double, count: Int, confidence: Double
    ) throws(StatisticsError) -> FailureRate.Interval {
        try check(deviation, count)
        let tail = (1 - confidence) / 2
        let spread = ChiSquared(degrees: Double(count - 1))
        return FailureRate.Interval(
            lower: deviation * (Double(count - 1) / spread.quantile(1 - tail)).squareRoot(),
            upper: deviation * (Double(count - 1) / spread.quantile(tail)).squareRoot())
    }

    /// Returns the upper limit for sigma at a one-sided confidence.
    public static func upperLimit(
        deviation: Double, count: Int, confidence: Double
    ) throws(StatisticsError) -> Double {
        try check(deviation, count)
        let spread = ChiSquared(degrees: Double(count - 1)).quantile(1 - confidence)
        return deviation * (Double(count - 1) / spread).squareRoot()
    }

    /// Returns the sample's deviation, with divisor n-1.
    public static func deviation(_ values: [Double]) throws(StatisticsError) -> Double {
        try values.check(atLeast: 2)
        try values.check()
        return values.variance.squareRoot()
    }

    /// Returns the median of the distances from the median, times 1.4826: an estimate of sigma robust to outliers.
    public static func robust(_ values: [Double]) throws(StatisticsError) -> Double {
        let middle = try median(values)
        return 1.4826 * (try median(values.map { abs($0 - middle) }))
    }

    public static func median(_ values: [Double]) throws(StatisticsError) -> Double {
        try values.check(atLeast: 1)
        try values.check()
        let sorted = values.sorted()
        let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        return low == high ? low : low / 2 + high / 2
    }

    /// Returns the equivalent number of independent values if neighbours correlate by `correlation` (section 2.1).
    public static func independent(count: Int, correlation: Double) -> Double {
        Double(count) * (1 - correlation) / (1 + correlation)
    }

    private static func check(_ deviation: Double, _ count: Int) throws(StatisticsError) {
        guard count >= 2 else { throw .tooFew(have: count, need: 2) }
        guard deviation.isFinite, deviation >= 0 else { throw .outOfRange("a deviation is at least 0") }
    }
}
