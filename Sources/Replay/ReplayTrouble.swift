public import ScenarioKit
import Wording

/// Why a trace cannot be played.
public enum ReplayTrouble: Error, Hashable, Sendable {
    /// It does not begin with what was recorded: scenario, rig and seed are not known.
    case noHeader
    /// It holds no scenario, as one that was made of somebody else's capture does, and none was given.
    case noScenario
    /// The scenario in it cannot be read.
    case scenario(ScenarioFileError)
    /// Nothing went over a link in it: the run ended before it began, with this verdict.
    case nothingPlayed(verdict: String, reason: String?)
    /// The beginning of the run is missing, as the text says.
    case beginningMissing(String)
}

extension ReplayTrouble: CustomStringConvertible {
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
