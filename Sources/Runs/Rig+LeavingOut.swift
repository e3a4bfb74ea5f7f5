import Benches
import Engine
import Ground
public import RigKit
public import ScenarioKit

/// Why a rig does not play a scenario that nobody asked for by name, suite or tag.
public struct ReasonToLeaveOut: Hashable, Sendable {
    /// As a sentence without its full stop.
    public let what: String
    /// How it is played all the same; nil where it is not.
    public let remedy: String?
}

extension ReasonToLeaveOut: CustomStringConvertible {
    public var description: String { remedy.map { "\(what): \($0)" } ?? what }
}

extension Rig {
    /// Who waits longer than that for one scenario of a whole catalogue would rather have asked for it.
    private static let longestStay = Span.seconds(300)

    /// Why the rig does not play a scenario that nobody asked for; nil when it does.
    ///
    /// `isAttended` says whether there is a person who can be asked to move things.
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

    /// Why nobody does what a scenario asks of a person; nil where there is one, or none is needed.
    public func lackOfPerson(for scenario: Scenario, isAttended: Bool) -> String? {
        guard !isAttended, ScenarioRun.reasonToSkip(scenario, on: self) == nil else { return nil }
        return HandWork.all(on: self, for: scenario.playable(on: self).scenario.needs).first.map {
            "on the rig \(name) a person has to \($0.words), and there is no terminal to ask one on"
        }
    }

    /// Why a scenario ends without a verdict on the accessory here, whoever asked for it; nil where it can be played.
    public func reasonNotToPlay(_ scenario: Scenario, isAttended: Bool) -> String? {
        ScenarioRun.reasonToSkip(scenario, on: self) ?? lackOfPerson(for: scenario, isAttended: isAttended)
    }

    /// Whether a person can be asked to move things, or none has to be.
    public var isAttended: Bool { kind != .hardware || HandWork.canBeAsked }
}
