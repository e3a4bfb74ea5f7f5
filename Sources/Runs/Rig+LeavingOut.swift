import Benches
import Engine
import Ground
public import RigKit
public import ScenarioKit

/// The reason why a rig does not play a scenario that was not requested by name, suite or tag.
public struct ReasonToLeaveOut: Hashable, Sendable {
    /// The reason, without a final full stop.
    public let what: String
    /// The way to play the scenario anyway; nil if there is none.
    public let remedy: String?
}

extension ReasonToLeaveOut: CustomStringConvertible {
    public var description: String { remedy.map { "\(what): \($0)" } ?? what }
}

extension Rig {
    /// The longest stay of a scenario that is played as part of a whole catalogue without being requested.
    private static let longestStay = Lapse.seconds(300)

    /// Returns the reason why the rig does not play a scenario that was not requested; nil if it does.
    ///
    /// `isAttended` says whether a person can be asked to move things.
    public func reasonToLeaveOut(_ scenario: Scenario, isAttended: Bool) -> ReasonToLeaveOut? {
        if let reason = ScenarioRun.reasonToSkip(scenario, on: self) {
            return ReasonToLeaveOut(what: reason, remedy: nil)
        }
        if let reason = lackOfPerson(for: scenario, isAttended: isAttended) {
            return ReasonToLeaveOut(what: reason, remedy: nil)
        }
        if kind == .hardware, scenario.stays > Self.longestStay {
            return ReasonToLeaveOut(
                what: "nothing happens in it for \(scenario.stays) of real time",
                remedy: "play it by its name, suite or tag")
        }
        guard kind == .hardware, scenario.suite == .robustness else { return nil }
        return ReasonToLeaveOut(
            what: "the suite robustness asks for more than any standard does",
            remedy: "play it with --suite robustness")
    }

    /// Returns the reason why a scenario's manual acts cannot be carried out; nil if a person is available or none is
    /// needed.
    public func lackOfPerson(for scenario: Scenario, isAttended: Bool) -> String? {
        guard !isAttended, ScenarioRun.reasonToSkip(scenario, on: self) == nil else { return nil }
        return ManualStep.all(on: self, for: scenario.playable(on: self).scenario.needs).first.map {
            "on the rig \(name) a person has to \($0.words), and there is no terminal to ask one on"
        }
    }

    /// Returns the reason why a scenario ends without a verdict on the accessory here, even if requested; nil if it
    /// can be played.
    public func reasonNotToPlay(_ scenario: Scenario, isAttended: Bool) -> String? {
        ScenarioRun.reasonToSkip(scenario, on: self) ?? lackOfPerson(for: scenario, isAttended: isAttended)
    }

    /// Whether a person can be asked to move things, or none is needed.
    public var isAttended: Bool { kind != .hardware || ManualStep.canBeAsked }
}
