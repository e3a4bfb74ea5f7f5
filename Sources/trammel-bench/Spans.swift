import Ground

/// Returns the median and the 99th percentile in words.
func told(_ spans: [Lapse]) -> String {
    let sorted = spans.sorted()
    return "median \(sorted[sorted.count / 2]), 99 % within \(sorted[sorted.count * 99 / 100])"
}

/// Returns the ratio of two medians.
func ratio(_ ours: [Lapse], _ others: [Lapse]) -> String {
    let medians = [ours, others].map { Double($0.sorted()[$0.count / 2].nanoseconds) }
    return decimal(medians[0] / max(1, medians[1]), places: 2)
}
