/// Tolerance factors of the normal distribution: limit = mean + k * s (gate.md, section 2.3).
///
/// Latencies are skewed and bimodal: this is for values that a plan declares normal, such as medians of distances.
public enum NormalTolerance {
    /// Returns the exact one-sided factor for a share and a confidence; nil if the sheet has none.
    ///
    /// Between two rows the one with fewer values applies, which is on the safe side. `share` is 0.90, 0.95 or 0.99
    /// at a confidence of 0.95, and 0.95 or 0.99 at one of 0.90.
    public static func oneSided(count: Int, share: Double, confidence: Double) -> Double? {
        let table: [(count: Int, factors: [Double])]
        let shares: [Double]
        switch confidence {
        case 0.95: (table, shares) = (at95, [0.90, 0.95, 0.99])
        case 0.90: (table, shares) = (at90, [0.95, 0.99])
        default: return nil
        }
        guard let column = shares.firstIndex(of: share) else { return nil }
        return table.last { $0.count <= count }?.factors[column]
    }

    /// Returns Howe's approximation of the two-sided factor; needs two values.
    public static func twoSided(count: Int, share: Double, confidence: Double) -> Double? {
        guard count >= 2, share > 0, share < 1, confidence > 0, confidence < 1 else { return nil }
        let n = Double(count)
        let z = Normal.quantile((1 + share) / 2)
        let spread = ChiSquared(degrees: n - 1).quantile(1 - confidence)
        return ((n - 1) * (1 + 1 / n) * z * z / spread).squareRoot()
    }

    private static let at95: [(count: Int, factors: [Double])] = [
        (3, [6.1553, 7.6559, 10.5527]), (4, [4.1619, 5.1439, 7.0424]), (5, [3.4066, 4.2027, 5.7411]),
        (6, [3.0063, 3.7077, 5.0620]), (8, [2.5819, 3.1873, 4.3539]), (10, [2.3546, 2.9110, 3.9811]),
        (15, [2.0684, 2.5660, 3.5201]), (20, [1.9260, 2.3960, 3.2952]), (30, [1.7773, 2.2198, 3.0639]),
        (50, [1.6456, 2.0650, 2.8624]), (100, [1.5267, 1.9265, 2.6840]), (500, [1.3851, 1.7630, 2.4754]),
    ]

    private static let at90: [(count: Int, factors: [Double])] = [
        (5, [3.3998, 4.6660]), (10, [2.5684, 3.5317]), (20, [2.2078, 3.0515]), (50, [1.9653, 2.7349]),
    ]
}
