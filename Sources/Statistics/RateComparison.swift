import Glibc

/// Whether one firmware fails more often than another: Fisher's exact test and Newcombe's interval (gate.md, 1.7).
///
/// "Not significantly worse" is not "as good": the test may fail a candidate, and never passes one.
public struct RateComparison: Hashable, Sendable {
    public let candidate: FailureRate
    public let baseline: FailureRate

    public init(candidate: FailureRate, baseline: FailureRate) {
        self.candidate = candidate
        self.baseline = baseline
    }

    /// The probability of at least as many of the failures on the candidate's side if both fail alike.
    public var candidateIsWorse: Double {
        let last = min(failures, candidate.trials)
        guard candidate.failures <= last else { return 1 }
        return min(1, (candidate.failures...last).reduce(0) { $0 + probability($1) })
    }

    /// The candidate's rate minus the baseline's.
    public var difference: Double { share(candidate) - share(baseline) }

    /// Returns Newcombe's two-sided interval for the difference, from Wilson's of both.
    public func interval(confidence: Double) -> FailureRate.Interval {
        let (one, other) = (candidate.wilson(confidence: confidence), baseline.wilson(confidence: confidence))
        func way(_ first: Double, _ second: Double) -> Double { (first * first + second * second).squareRoot() }
        return FailureRate.Interval(
            lower: difference - way(share(candidate) - one.lower, other.upper - share(baseline)),
            upper: difference + way(one.upper - share(candidate), share(baseline) - other.lower))
    }

    private var failures: Int { candidate.failures + baseline.failures }

    private func share(_ rate: FailureRate) -> Double {
        rate.trials == 0 ? 0 : Double(rate.failures) / Double(rate.trials)
    }

    /// Returns the probability of this many of all failures on the candidate's side.
    private func probability(_ split: Int) -> Double {
        let all = candidate.trials + baseline.trials
        return exp(
            logChoose(failures, split) + logChoose(all - failures, candidate.trials - split)
                - logChoose(all, candidate.trials))
    }
}
