import Glibc

/// The chi-squared distribution.
public struct ChiSquared: Hashable, Sendable {
    public let degrees: Double

    public init(degrees: Double) {
        precondition(degrees > 0, "a chi-squared distribution has degrees of freedom")
        self.degrees = degrees
    }

    /// Returns the probability of at most `value`.
    public func cumulative(_ value: Double) -> Double {
        value <= 0 ? 0 : incompleteGamma(degrees / 2, value / 2)
    }

    /// Returns the value that is not exceeded with this probability, which is between 0 and 1.
    public func quantile(_ probability: Double) -> Double {
        var high = degrees + 10
        while cumulative(high) < probability, high < 1e12 { high *= 2 }
        return bisect(from: 0, to: high) { cumulative($0) < probability }
    }
}

/// Returns the regularised lower incomplete gamma function P(a, x): by its series below a + 1, by a fraction above.
private func incompleteGamma(_ a: Double, _ x: Double) -> Double {
    let front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1 {
        var term = 1 / a
        var sum = term
        for step in 1...100_000 {
            term *= x / (a + Double(step))
            sum += term
            if term < sum * 1e-16 { break }
        }
        return min(1, sum * front)
    }
    let tiny = 1e-300
    var b = x + 1 - a
    var c = 1 / tiny
    var d = 1 / b
    var result = d
    for step in 1...100_000 {
        let factor = -Double(step) * (Double(step) - a)
        b += 2
        d = factor * d + b
        d = 1 / (abs(d) < tiny ? tiny : d)
        c = b + factor / c
        c = abs(c) < tiny ? tiny : c
        result *= d * c
        if abs(d * c - 1) < 1e-15 { break }
    }
    return max(0, 1 - result * front)
}
