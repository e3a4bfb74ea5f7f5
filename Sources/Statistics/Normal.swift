import Glibc

/// The standard normal distribution.
public enum Normal {
    /// Returns the probability of at most `z`.
    public static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

    /// Returns the value that is not exceeded with this probability, which is between 0 and 1.
    public static func quantile(_ probability: Double) -> Double {
        if probability <= 0 { return -.infinity }
        if probability >= 1 { return .infinity }
        // The lower half keeps its digits if the probability is near 1.
        if probability > 0.5 { return -quantile(1 - probability) }
        return bisect(from: -40, to: 0) { cumulative($0) < probability }
    }
}
