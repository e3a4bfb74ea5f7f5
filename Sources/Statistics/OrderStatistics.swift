import Glibc

/// The inference from sorted values about a quantile of any distribution (gate.md, section 2.2).
public enum OrderStatistics {
    /// Returns the rank, counted from 1, of the smallest value that is an upper limit of the quantile with this
    /// confidence.
    ///
    /// Nil if there are too few values. Wilks' tolerance limit: the largest value of 59 for 95 % and 95 %.
    public static func upperLimitRank(of share: Double, confidence: Double, in count: Int) -> Int? {
        guard count > 0 else { return nil }
        let values = Binomial(trials: count, probability: share)
        guard values.atMost(count - 1) >= confidence - 1e-12 else { return nil }
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if values.atMost(middle - 1) >= confidence - 1e-12 { high = middle } else { low = middle }
        }
        return high
    }

    /// Returns the number of values needed for the largest but `above` to be such a limit.
    public static func needed(for share: Double, confidence: Double, above: Int = 0) -> Int {
        CleanRuns.needed(below: 1 - share, confidence: confidence, allowing: above)
    }

    /// Returns the number of values needed for a share of all to be between the smallest and the largest.
    public static func neededTwoSided(for share: Double, confidence: Double) -> Int {
        func isEnough(_ n: Double) -> Bool {
            1 - n * pow(share, n - 1) + (n - 1) * pow(share, n) >= confidence
        }
        var (low, high) = (1, 2)
        while !isEnough(Double(high)), high < 1 << 40 { (low, high) = (high, high * 2) }
        while high - low > 1 {
            let middle = (low + high) / 2
            if isEnough(Double(middle)) { high = middle } else { low = middle }
        }
        return high
    }

    /// Two ranks whose values enclose a quantile, with the coverage.
    public struct Ranks: Hashable, Sendable {
        /// Nil if not even the smallest value is a lower limit.
        public let lower: Int?
        /// Nil if not even the largest value is an upper limit.
        public let upper: Int?
        /// The true coverage, for a lower limit of minus and an upper one of plus infinity if a rank is missing.
        public let coverage: Double
    }

    /// Returns a two-sided interval for a quantile with at least this confidence, half of the risk on each side.
    public static func interval(for quantile: Double, confidence: Double, in count: Int) -> Ranks {
        let tail = (1 - confidence) / 2
        let values = Binomial(trials: count, probability: quantile)
        var lower: Int?
        if values.atMost(0) <= tail, count > 0 {
            var (low, high) = (1, count + 1)
            while high - low > 1 {
                let middle = (low + high) / 2
                if values.atMost(middle - 1) <= tail { low = middle } else { high = middle }
            }
            lower = low
        }
        let upper = upperLimitRank(of: quantile, confidence: 1 - tail, in: count)
        let above = upper.map { values.atMost($0 - 1) } ?? 1
        return Ranks(lower: lower, upper: upper, coverage: above - (lower.map { values.atMost($0 - 1) } ?? 0))
    }

    /// Returns the value of nearest rank: for 1 to 10, the 95th percentile is 10 (section 2.8).
    ///
    /// +infinity represents a value that never occurred.
    public static func nearestRank(_ quantile: Double, of values: [Double]) throws(StatisticsError) -> Double {
        try values.check(atLeast: 1)
        try values.check(never: true)
        guard (0...1).contains(quantile) else { throw .outOfRange("a quantile lies between 0 and 1") }
        let rank = Int((quantile * Double(values.count) - 1e-9).rounded(.up))
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }
}
