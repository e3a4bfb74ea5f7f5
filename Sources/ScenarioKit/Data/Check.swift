public import Ground

/// Something that must hold: an expectation counts what happened, a requirement limits what was measured.
///
/// Where checks stand in front of steps (`Throughout`, `Scenario(always:)`) they hold over all of them: a count that is
/// passed or a limit that is broken by one sample fails at once, everything else is judged when the steps are over.
public enum Check: Codable, Hashable, Sendable {
    case expect(expectation: Expectation)
    case require(requirement: Requirement)

    public var spot: SourceSpot {
        switch self {
        case .expect(let expectation): expectation.spot
        case .require(let requirement): requirement.spot
        }
    }

    /// What it means when this does not hold.
    public var cause: Meaning? {
        switch self {
        case .expect(let expectation): expectation.cause
        case .require(let requirement): requirement.cause
        }
    }
}
