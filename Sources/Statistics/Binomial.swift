import Glibc

/// The number of failures in n independent trials that each fail with the same probability.
///
/// Sums of terms, without special functions (gate.md, section 1.2). Probabilities are accurate to about ten digits.
public struct Binomial: Hashable, Sendable {
    public let trials: Int
    public let probability: Double

    /// Takes a non-negative number of trials, and a probability from 0 to 1.
    public init(trials: Int, probability: Double) {
        precondition(trials >= 0, "there cannot be fewer than no trials")
        precondition((0...1).contains(probability), "a probability lies between 0 and 1")
        self.trials = trials
        self.probability = probability
    }

    /// Returns the probability of at most this many failures.
    public func atMost(_ failures: Int) -> Double {
        if failures < 0 { return 0 }
        if failures >= trials || probability == 0 { return 1 }
        if probability == 1 { return 0 }
        // The shorter side has fewer terms, and loses nothing to cancellation if the result is near 1.
        if failures > trials / 2 {
            let others = Binomial(trials: trials, probability: 1 - probability)
            return max(0, 1 - others.sum(through: trials - failures - 1))
        }
        return min(1, sum(through: failures))
    }

    /// Returns the sum of the terms up to this many failures, each computed from the one before.
    private func sum(through failures: Int) -> Double {
        let odds = probability / (1 - probability)
        let first = Double(trials) * log1p(-probability)
        var total = 0.0
        if first > -700 {
            var term = exp(first)
            total = term
            for index in 0..<max(0, failures) {
                term *= Double(trials - index) / Double(index + 1) * odds
                total += term
            }
        } else {
            // The first terms underflow, but their logarithms do not.
            let logOdds = log(odds)
            var term = first
            total = exp(term)
            for index in 0..<max(0, failures) {
                term += log(Double(trials - index) / Double(index + 1)) + logOdds
                total += exp(term)
            }
        }
        return total
    }
}

/// Returns the natural logarithm of the number of ways to choose `part` of `whole`.
func logChoose(_ whole: Int, _ part: Int) -> Double {
    lgamma(Double(whole) + 1) - lgamma(Double(part) + 1) - lgamma(Double(whole - part) + 1)
}

/// Returns the point between two bounds at which a monotonic function passes a value, by halving 60 times.
func bisect(from low: Double, to high: Double, isBelow: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<60 {
        let middle = (low + high) / 2
        if isBelow(middle) { low = middle } else { high = middle }
    }
    return (low + high) / 2
}
