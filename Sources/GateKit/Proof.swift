/// What must be shown of a scenario, and with what certainty (gate.md, section 10).
public enum Proof: Codable, Hashable, Sendable {
    /// No failure in as many runs as show that fewer than `below` of them fail: the first failure ends it.
    case clean(below: Probability, confidence: Probability = .percent(95))
    /// Few failures: a sequential test between a rate that is good enough and one that is not acceptable.
    ///
    /// `teamRisk` is the chance to reject a good firmware, shared among all scenarios of the plan; `userRisk` is the
    /// chance to accept a bad one.
    case sequential(
        good: Probability, bad: Probability, teamRisk: Probability = .percent(5), userRisk: Probability = .percent(5))
    /// `share` of the runs stay at or below the limit, with this confidence.
    ///
    /// `runs` is how many runs decide; nil for the fewest, which allow no run above the limit.
    case limit(
        quantity: String, share: Probability = .percent(95), confidence: Probability = .percent(95), limit: Quantity,
        runs: Int? = nil)
    /// The candidate fails in less than `margin` more of the runs than the baseline, with 97.5 % confidence.
    case noWorseRate(margin: Probability, runs: Int)
    /// The candidate's quantity is not worse than the baseline's by the margin or more.
    case noWorseQuantity(quantity: String, margin: Quantity, worse: Direction = .larger, runs: Int)
    /// So many runs that can fail and prove nothing.
    case smoke(runs: Int)

    /// In which direction a quantity gets worse.
    public enum Direction: String, Codable, Hashable, Sendable, CaseIterable {
        case larger, smaller, either
    }

    /// Whether it needs runs of a baseline beside those of the candidate.
    public var needsBaseline: Bool {
        switch self {
        case .noWorseRate, .noWorseQuantity: true
        case .clean, .sequential, .limit, .smoke: false
        }
    }

    /// Its name in documents.
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
