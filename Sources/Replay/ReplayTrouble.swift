import Ground
public import ScenarioKit

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
    /// What is wrong, as a sentence without its full stop; safe to print.
    public var description: String {
        switch self {
        case .noHeader: "the trace does not say which run it is of: its header is missing"
        case .noScenario: "the trace holds no scenario: name one with --scenario"
        case .scenario(let error): "the scenario in the trace cannot be read: \(error)".escapedForDisplay
        case .beginningMissing(let what): "the beginning of the run is missing: \(what)".escapedForDisplay
        case .nothingPlayed(let verdict, let reason):
            "nothing was played in this run, which ended as \(verdict)\(reason.map { ": \($0)" } ?? "")"
                .escapedForDisplay
        }
    }
}
