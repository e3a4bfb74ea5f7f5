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

    /// Returns the number of values needed for the largest to be such a limit.
    public static func needed(for share: Double, confidence: Double) -> Int {
        CleanRuns.needed(below: 1 - share, confidence: confidence)
    }
}
