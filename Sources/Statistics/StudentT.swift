import Glibc

/// Student's t distribution; the degrees of freedom need not be whole, as Welch's are not.
public struct StudentT: Hashable, Sendable {
    public let degrees: Double

    public init(degrees: Double) {
        precondition(degrees > 0, "a t distribution has degrees of freedom")
        self.degrees = degrees
    }

    /// Returns the probability of more than `t`.
    public func above(_ t: Double) -> Double {
        let tail = 0.5 * incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5)
        return t >= 0 ? tail : 1 - tail
    }

    public func below(_ t: Double) -> Double { above(-t) }
}

/// Returns the regularised incomplete beta function I_x(a, b), by its continued fraction.
func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    let logInverseBeta: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
    let front = exp(logInverseBeta + a * log(x) + b * log1p(-x))
    // The fraction converges fast on this side; the other side is its complement.
    if x < (a + 1) / (a + b + 2) { return front * betaFraction(x, a, b) / a }
    return 1 - front * betaFraction(1 - x, b, a) / b
}

/// Returns Lentz's evaluation of the fraction, in at most 500 steps.
private func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func kept(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / kept(1 - (a + b) * x / (a + 1))
    var result = d
    for step in 1...500 {
        let m = Double(step)
        let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / kept(1 + even * d)
        c = kept(1 + even / c)
        result *= d * c
        let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / kept(1 + odd * d)
        c = kept(1 + odd / c)
        let factor = d * c
        result *= factor
        if abs(factor - 1) < 1e-15 { break }
    }
    return result
}
