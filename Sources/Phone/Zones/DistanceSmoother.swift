public import Ground

/// Smooths measured distances by the median of the last few, so that a single outlier has no effect.
///
/// A phone's own filter is not published (nearby-interaction.md, section 5.7); this one is Trammel's, and a setting.
public struct DistanceSmoother: Hashable, Sendable {
    /// The number of measurements in the median; at least 1.
    public let window: Int
    private var recent: [Distance] = []

    public init(window: Int) {
        precondition(window >= 1, "a median needs at least one measurement")
        self.window = window
    }

    /// Adds a measurement and returns the smoothed distance; nil until the window is filled.
    public mutating func add(_ distance: Distance) -> Distance? {
        if recent.count == window { recent.removeFirst() }
        recent.append(distance)
        guard recent.count == window else { return nil }
        let sorted = recent.sorted()
        let middle = window / 2
        guard window.isMultiple(of: 2) else { return sorted[middle] }
        let sum = Int64(sorted[middle - 1].millimetres) + Int64(sorted[middle].millimetres)
        return Distance(millimetres: Int32(clamping: sum / 2))
    }

    public mutating func forget() { recent.removeAll() }
}
