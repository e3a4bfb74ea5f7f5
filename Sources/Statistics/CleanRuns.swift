import Glibc

/// The number of runs that show that fewer than a given share of them fail (gate.md, section 1.3).
public enum CleanRuns {
    /// The most failures that can be allowed for.
    public static let mostAllowed = 100_000

    /// Returns the fewest trials that, with no failure, show with a confidence that fewer than `rate` fail.
    ///
    /// Both are between 0 and 1.
    public static func needed(below rate: Double, confidence: Double) -> Int {
        // A whole number may come out slightly too large.
        max(1, Int((log1p(-confidence) / log1p(-rate) - 1e-12).rounded(.up)))
    }

    /// Returns the fewest trials with failures allowed: the smallest n for which P(X <= failures) is at most 1 -
    /// confidence.
    public static func needed(below rate: Double, confidence: Double, allowing failures: Int) -> Int {
        if failures == 0 { return needed(below: rate, confidence: confidence) }
        precondition(failures <= mostAllowed, "no more than \(mostAllowed) failures can be allowed for")
        func isEnough(_ trials: Int) -> Bool {
            Binomial(trials: trials, probability: rate).atMost(failures) <= 1 - confidence
        }
        var (low, high) = (failures, failures + 1)
        while !isEnough(high) { (low, high) = (high, high * 2) }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if isEnough(middle) { high = middle } else { low = middle }
        }
        return high
    }

    /// Returns the chance that this many runs show a fault of this rate at all.
    public static func chanceToSee(rate: Double, in runs: Int) -> Double {
        -expm1(Double(runs) * log1p(-rate))
    }
}
