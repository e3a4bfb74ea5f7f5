/// A statement to prove about a scenario, with its certainty (gate.md, section 10).
public enum Proof: Codable, Hashable, Sendable {
    /// No failure in the number of runs that shows that fewer than `below` of them fail; the first failure ends it.
    case clean(below: Probability, confidence: Probability = .percent(95))
    /// Few failures: a sequential test between a good rate and an unacceptable one.
    ///
    /// `teamRisk` is the probability of rejecting a good firmware, shared among all scenarios of the plan; `userRisk`
    /// is the probability of accepting a bad one.
    case sequential(
        good: Probability, bad: Probability, teamRisk: Probability = .percent(5), userRisk: Probability = .percent(5))
    /// `share` of the runs stay at or below the limit, with this confidence.
    ///
    /// `runs` is the number of runs that decide; nil for the minimum, which allows no run above the limit.
    case limit(
        quantity: String, share: Probability = .percent(95), confidence: Probability = .percent(95), limit: Quantity,
        runs: Int? = nil)
    /// The candidate's failure rate exceeds the baseline's by less than `margin`, with 97.5 % confidence.
    case noWorseRate(margin: Probability, runs: Int)
    /// The candidate's quantity is not worse than the baseline's by the margin or more.
    case noWorseQuantity(quantity: String, margin: Quantity, worse: Direction = .larger, runs: Int)
    /// A number of runs that can fail but prove nothing.
    case smoke(runs: Int)

    /// The direction in which a quantity gets worse.
    public enum Direction: String, Codable, Hashable, Sendable, CaseIterable {
        case larger, smaller, either
    }

    /// Whether the proof needs runs of a baseline in addition to those of the candidate.
    public var needsBaseline: Bool {
        switch self {
        case .noWorseRate, .noWorseQuantity: true
        case .clean, .sequential, .limit, .smoke: false
        }
    }

    /// The proof's name in documents.
    public var kind: Kind {
        switch self {
        case .clean: .clean
        case .sequential: .sequential
        case .limit: .limit
        case .noWorseRate, .noWorseQuantity: .noWorse
        case .smoke: .smoke
        }
    }

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case clean, sequential, limit, noWorse, smoke
    }
}
