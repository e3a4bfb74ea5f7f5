/// The result of a gate.
public enum GateResult: String, Codable, Hashable, Sendable, CaseIterable {
    /// Everything that the plan asks for was shown.
    case passed
    /// A fault was shown.
    case failed
    /// The rig or the evidence was at fault.
    case error
    /// Nothing failed, but something was not shown.
    case inconclusive

    /// The command's exit status.
    public var exitStatus: Int32 {
        switch self {
        case .passed: 0
        case .failed: 1
        case .error: 3
        case .inconclusive: 4
        }
    }

    /// Returns the combined result: failed outweighs error, error outweighs inconclusive, and inconclusive outweighs
    /// passed.
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

/// The decision on one proof of a plan.
public enum GateDecision: String, Codable, Hashable, Sendable, CaseIterable {
    case passed
    case failed
    /// It failed in a way that is in quarantine.
    case excused
    /// Shown neither good nor bad.
    case unproved
}

/// The class of a scenario's runs taken together (gate.md, section 3.2).
public enum GateClass: String, Codable, Hashable, Sendable, CaseIterable {
    /// All trials passed, and there were as many as required.
    case passed
    /// All trials failed.
    case failed
    /// Some passed and some failed; never shown green.
    case flaky
    /// Too few trials to decide.
    case unproved
}
