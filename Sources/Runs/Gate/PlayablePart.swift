public import Evidence
public import Gate
public import GateKit
import Ground
public import RigKit
public import ScenarioKit

/// The part of a plan that a rig can play; the rest is left out and reported with the reason.
///
/// The standard plan was not written for the rig, so it asks for no more than the rig has. A team's own plan is played
/// as it is written, unless it says how much of it a rig must be able to play.
public struct PlayablePart {
    /// The scenarios that the plan may select from.
    public let scenarios: [Scenario]
    /// The scenarios that it would select and the rig cannot play.
    public let unplayed: [GateDocument.Unplayed]
    /// A notice that something is left out, without a final full stop; nil if nothing is.
    public let notice: String?
    /// The error that the rig can play less than the plan requires; nil if it can play enough.
    public let shortage: CommandError?

    /// Selects the part; nil if the plan is played as it is written. `isAttended` says whether a person can be asked to
    /// move things.
    public init?(of scenarios: [Scenario], _ plan: GatePlan, isStandard: Bool, on rig: Rig, isAttended: Bool) {
        guard isStandard || plan.coverage != nil else { return nil }
        var played: [Scenario] = []
        var unplayed: [GateDocument.Unplayed] = []
        for (scenario, facts) in zip(scenarios, GateRequest.facts(of: scenarios, on: rig)) {
            guard plan.proofs.contains(where: { $0.scenarios.contains(facts) }) else { continue }
            // A plan that says what it requires leaves out no more than the rig cannot play.
            let reason =
                isStandard
                ? rig.reasonToLeaveOut(scenario.whole, isAttended: isAttended)?.what
                : rig.reasonNotToPlay(scenario.whole, isAttended: isAttended)
            if let reason {
                unplayed.append(GateDocument.Unplayed(scenario.name, because: reason))
            } else {
                played.append(scenario)
            }
        }
        // Tags, and the phone's own acts, prove nothing about a firmware.
        if !played.contains(where: \.touchesAccessory) {
            let reason = "without a scenario with an accessory it shows nothing about firmware"
            unplayed += played.map { GateDocument.Unplayed($0.name, because: reason) }
            played = []
        }
        (self.scenarios, self.unplayed) = (played, unplayed)
        shortage = plan.coverage.flatMap { least in
            guard played.count < least else { return nil }
            return CommandError(
                what: GateSentences.coverage(played.count, least: least, of: plan.name),
                remedy: "See what is missing with '\(Program.command) rig coverage --rig \(rig.name)'")
        }
        let more = unplayed.count > 1 ? "; and \(unplayed.count - 1) more" : ""
        notice = unplayed.first.map { one in
            "the plan \(plan.name.shown()) leaves out \(unplayed.count) of "
                + "\(counted(unplayed.count + played.count, "scenario")): \(one.scenario), because \(one.reason)\(more)"
        }
    }
}

extension Scenario {
    fileprivate var touchesAccessory: Bool {
        needs.contains { if case .accessory = $0 { true } else { false } }
    }
}

/// The parts of a team's own plan that a rig cannot play; such a plan stays as strict as it is written.
public struct PlanLacks {
    /// One sentence per reason, without a final full stop, with the scenarios concerned.
    public let sentences: [String]
    /// All reasons in one sentence; nil if there are none.
    public let summary: String?

    public init(_ plan: GatePlan, of scenarios: [Scenario], on rig: Rig, isAttended: Bool) {
        var reasons: [(reason: String, names: [String])] = []
        for (scenario, facts) in zip(scenarios, GateRequest.facts(of: scenarios, on: rig)) {
            guard plan.proofs.contains(where: { $0.scenarios.contains(facts) }),
                let reason = rig.reasonNotToPlay(scenario.whole, isAttended: isAttended)
            else { continue }
            if let place = reasons.firstIndex(where: { $0.reason == reason }) {
                reasons[place].names.append(scenario.name)
            } else {
                reasons.append((reason, [scenario.name]))
            }
        }
        sentences = reasons.map { reason, names in
            let more = names.count > 3 ? " and \(names.count - 3) more" : ""
            let told = names.prefix(3).joined(separator: ", ") + more
            return "the plan \(plan.name.shown()) asks for \(told), and cannot pass here: \(reason)"
        }
        let count = reasons.reduce(0) { $0 + $1.names.count }
        let others = count > 1 ? " and for \(count - 1) more that the rig cannot play" : ""
        summary = reasons.first.map { reason, names in
            "the plan \(plan.name.shown()) asks for \(names[0])\(others), and cannot pass here: \(reason)"
        }
    }
}
