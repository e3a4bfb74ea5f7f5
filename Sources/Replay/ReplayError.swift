public import JSON
import Wording

/// The reason why a trace cannot be played.
public enum ReplayError: Error, Hashable, Sendable {
    /// The trace does not begin with a header, so scenario, rig and seed are unknown.
    case noHeader
    /// The trace holds no scenario, as with one converted from a third-party capture, and none was given.
    case noScenario
    /// The scenario in the trace cannot be read.
    case scenario(JSONFileError)
    /// The trace has no traffic on any link: the run ended with this verdict before it began.
    case nothingPlayed(verdict: String, reason: String?)
    /// The beginning of the run is missing, as the text says.
    case beginningMissing(String)
}

extension ReplayError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noHeader: Sentence.headerMissing.description
        case .noScenario: Sentence.scenarioMissing.description
        case .scenario(let error): Sentence.unreadableScenario(error).description
        case .beginningMissing(let what): Sentence.beginningMissing(what).description
        case .nothingPlayed(let verdict, let reason): Sentence.nothingPlayed(verdict, reason).description
        }
    }
}
