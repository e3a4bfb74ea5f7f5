public import Ground

/// A condition that must hold: an expectation counts events, a requirement limits measurements.
///
/// Checks in front of steps (`Throughout`, `Scenario(always:)`) hold over all of those steps: an exceeded count, or a
/// limit violated by one sample, fails immediately; everything else is judged after the steps.
public enum Check: Codable, Hashable, Sendable {
    case expect(expectation: Expectation)
    case require(requirement: Requirement)

    /// The place of the expectation or requirement in the source.
    public var spot: SourceSpot {
        switch self {
        case .expect(let expectation): expectation.spot
        case .require(let requirement): requirement.spot
        }
    }

    /// The meaning of a failure of this check.
    public var cause: Meaning? {
        switch self {
        case .expect(let expectation): expectation.cause
        case .require(let requirement): requirement.cause
        }
    }
}
