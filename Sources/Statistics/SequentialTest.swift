import Glibc

/// Wald's sequential test between a rate of failures that is good enough and one that is not (gate.md, section 1.4).
public struct SequentialTest: Hashable, Sendable {
    public enum Decision: Hashable, Sendable {
        case accept, reject, undecided
    }

    /// A fixed number of trials, and the most failures that still accept.
    public struct FixedPlan: Hashable, Sendable {
        public let trials: Int
        public let failures: Int

        public init(trials: Int, failures: Int) {
            self.trials = trials
            self.failures = failures
        }
    }

    public let good: Double
    public let bad: Double
    public let teamRisk: Double
    public let userRisk: Double
    /// The change in the logarithm of the likelihood ratio for a failure, and for a pass, which is negative.
    public let up: Double
    public let down: Double
    /// The bounds at which the test ends; both risks stay below the requested ones (Ville's inequality).
    public let acceptBound: Double
    public let rejectBound: Double

    /// Sums that reach a bound exactly differ from it by less than this.
    private static let tolerance = 1e-9

    /// Takes 0 < good < bad < 1, and risks between 0 and 1/2.
    public init(good: Double, bad: Double, teamRisk: Double, userRisk: Double) throws(StatisticsError) {
        guard good > 0, good < bad, bad < 1 else {
            throw .outOfRange("the good rate must lie above 0 and below the bad one, and that below 1")
        }
        guard teamRisk > 0, teamRisk < 0.5, userRisk > 0, userRisk < 0.5 else {
            throw .outOfRange("each risk must lie above 0 and below one half")
        }
        (self.good, self.bad, self.teamRisk, self.userRisk) = (good, bad, teamRisk, userRisk)
        up = log(bad / good)
        down = log1p(-bad) - log1p(-good)
        acceptBound = log(userRisk)
        rejectBound = -log(teamRisk)
    }

    /// Returns the logarithm of the likelihood ratio after some trials, which depends only on their counts.
    public func logRatio(failures: Int, trials: Int) -> Double {
        Double(failures) * up + Double(trials - failures) * down
    }

    /// Returns the decision from these trials, provided they are the first to reach a bound.
    public func decision(failures: Int, trials: Int) -> Decision {
        let ratio = logRatio(failures: failures, trials: trials)
        if ratio <= acceptBound + Self.tolerance { return .accept }
        return ratio >= rejectBound - Self.tolerance ? .reject : .undecided
    }

    /// Returns the fewest trials at which this many failures are accepted.
    public func trialsToAccept(failures: Int) -> Int {
        let passes = (acceptBound - Double(failures) * up + Self.tolerance) / down
        return failures + max(0, Int(passes.rounded(.up)))
    }

    /// The smallest plan with a fixed number of trials that keeps both risks; nil if it allows over 10,000 failures.
    public var fixedPlan: FixedPlan? {
        for failures in 0...10_000 {
            let trials = CleanRuns.needed(below: bad, confidence: 1 - userRisk, allowing: failures)
            if Binomial(trials: trials, probability: good).atMost(failures) >= 1 - teamRisk {
                return FixedPlan(trials: trials, failures: failures)
            }
        }
        return nil
    }
}
