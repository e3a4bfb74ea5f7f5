public import Gate
public import GateKit
import Ground
public import RigKit
import Runs
public import ScenarioKit

/// What of the standard plan a rig can play: the rest is left out, and told with the reason.
///
/// Nobody wrote that plan for the rig, so that it asks for no more than the rig has. A plan that somebody wrote is
/// played as it is written.
public struct StandardPart {
    /// What the plan may choose from.
    public let scenarios: [Scenario]
    /// What it would choose, and the rig cannot play.
    public let unplayed: [GateDocument.Unplayed]
    /// That something is left out, as a sentence without its full stop; nil for nothing.
    public let notice: String?

    /// `isAttended` says whether there is a person who can be asked to move things.
    public init(of scenarios: [Scenario], _ plan: GatePlan, on rig: Rig, isAttended: Bool) {
        var played: [Scenario] = []
        var unplayed: [GateDocument.Unplayed] = []
        for (scenario, facts) in zip(scenarios, GateRequest.facts(of: scenarios, on: rig)) {
            guard plan.proofs.contains(where: { $0.scenarios.contains(facts) }) else { continue }
            if let reason = rig.reasonToLeaveOut(scenario.whole, isAttended: isAttended) {
                unplayed.append(GateDocument.Unplayed(scenario.name, because: reason.what))
            } else {
                played.append(scenario)
            }
        }
        // Tags, and what the phone does by itself, show nothing of a firmware.
        if !played.contains(where: \.touchesAccessory) {
            let reason = "without a scenario with an accessory it shows nothing of a firmware"
            unplayed += played.map { GateDocument.Unplayed($0.name, because: reason) }
            played = []
        }
        (self.scenarios, self.unplayed) = (played, unplayed)
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

/// What a rig cannot play of a plan that somebody wrote, which stays as strict as it is written.
public struct PlanLacks {
    /// A sentence for each reason, without its full stop, which names the scenarios.
    public let sentences: [String]
    /// All in one sentence; nil for nothing.
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
