import Ground

/// What many samples come to.
enum Statistics {
    /// The smallest sample that at least so many per cent of all do not exceed (nearest rank); nil without samples.
    static func percentile<Value: Comparable>(_ percent: Int, of samples: [Value]) -> Value? {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        let rank = (sorted.count * min(max(percent, 1), 100) + 99) / 100
        return sorted[rank - 1]
    }

    /// The mean; nil without samples.
    static func mean(of samples: [Double]) -> Double? {
        samples.isEmpty ? nil : samples.reduce(0, +) / Double(samples.count)
    }

    /// The standard deviation of a sample: divided by one less than there are; nil for fewer than two.
    static func standardDeviation(of samples: [Double]) -> Double? {
        guard samples.count > 1, let mean = mean(of: samples) else { return nil }
        let squares = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(samples.count - 1)).squareRoot()
    }
}
