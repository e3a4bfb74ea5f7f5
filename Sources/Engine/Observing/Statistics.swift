import Ground

/// Summary statistics of samples.
enum Statistics {
    /// Returns the smallest sample that at least this percentage of samples do not exceed (nearest rank); nil without
    /// samples.
    static func percentile<Value: Comparable>(_ percent: Int, of samples: [Value]) -> Value? {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        let rank = (sorted.count * min(max(percent, 1), 100) + 99) / 100
        return sorted[rank - 1]
    }
}
