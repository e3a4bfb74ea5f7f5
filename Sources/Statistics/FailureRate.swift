import Glibc

/// The inference from failures in a number of trials about the rate of failures (gate.md, section 1.2).
public struct FailureRate: Hashable, Sendable {
    public let failures: Int
    public let trials: Int

    /// Takes no more failures than trials.
    public init(failures: Int, trials: Int) {
        precondition(failures >= 0 && failures <= trials, "there cannot be more failures than trials")
        self.failures = failures
        self.trials = trials
    }

    /// A lower and an upper limit.
    public struct Interval: Hashable, Sendable {
        public let lower: Double
        public let upper: Double

        public init(lower: Double, upper: Double) {
            self.lower = lower
            self.upper = upper
        }
    }

    /// Returns Clopper and Pearson's upper limit at a one-sided confidence: exact, never too low; 1 without any
    /// trial.
    public func upperLimit(confidence: Double) -> Double {
        if failures == trials { return 1 }
        if failures == 0 { return -expm1(log1p(-confidence) / Double(trials)) }
        return bisect(from: 0, to: 1) {
            Binomial(trials: trials, probability: $0).atMost(failures) > 1 - confidence
        }
    }

    /// Returns the lower limit of the same kind; 0 without any failure.
    public func lowerLimit(confidence: Double) -> Double {
        if failures == 0 { return 0 }
        return 1 - FailureRate(failures: trials - failures, trials: trials).upperLimit(confidence: confidence)
    }

    /// Returns Clopper and Pearson's two-sided interval.
    public func interval(confidence: Double) -> Interval {
        let oneSided = (1 + confidence) / 2
        return Interval(lower: lowerLimit(confidence: oneSided), upper: upperLimit(confidence: oneSided))
    }

    /// Returns Wilson's two-sided interval, for display only: it may be too narrow, and decides nothing.
    public func wilson(confidence: Double) -> Interval {
        guard trials > 0 else { return Interval(lower: 0, upper: 1) }
        let n = Double(trials)
        let share = Double(failures) / n
        let z = Normal.quantile((1 + confidence) / 2)
        let divisor = 1 + z * z / n
        let centre = (share + z * z / (2 * n)) / divisor
        let half = z / divisor * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        return Interval(
            lower: failures == 0 ? 0 : max(0, centre - half), upper: failures == trials ? 1 : min(1, centre + half))
    }
}
