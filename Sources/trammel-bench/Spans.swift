import Ground

/// The middle of them, and what nearly all keep.
func told(_ spans: [Span]) -> String {
    let sorted = spans.sorted()
    return "median \(sorted[sorted.count / 2]), 99 % within \(sorted[sorted.count * 99 / 100])"
}

/// One median against another.
func ratio(_ ours: [Span], _ others: [Span]) -> String {
    let medians = [ours, others].map { Double($0.sorted()[$0.count / 2].nanoseconds) }
    return decimal(medians[0] / max(1, medians[1]), places: 2)
}
