/// What a gate came to.
public enum GateResult: String, Codable, Hashable, Sendable, CaseIterable {
    /// Everything that the plan asks for was shown.
    case passed
    /// Something was shown to be bad.
    case failed
    /// The rig, or the evidence, was wrong.
    case error
    /// Nothing failed, and something is not shown.
    case inconclusive

    /// The exit status of the command.
    public var exitStatus: Int32 {
        switch self {
        case .passed: 0
        case .failed: 1
        case .error: 3
        case .inconclusive: 4
        }
    }

    /// Which of two results stands for both: failed outweighs error outweighs inconclusive outweighs passed.
    public func joined(with other: GateResult) -> GateResult { weight >= other.weight ? self : other }

    private var weight: Int {
        switch self {
        case .passed: 0
        case .inconclusive: 1
        case .error: 2
        case .failed: 3
        }
    }
}

/// What became of one proof of a plan.
public enum GateDecision: String, Codable, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// It failed in a way that is in quarantine.
    case excused
    /// Neither shown good nor bad.
    case unproved
}

/// What a scenario's runs look like together (gate.md, section 3.2).
public enum GateClass: String, Codable, Hashable, Sendable, CaseIterable {
    /// All trials passed, and they are as many as asked for.
    case passed
    /// All trials failed.
    case failed
    /// Some passed and some failed: never shown green.
    case flaky
    /// Too few trials to say.
    case unproved
}
