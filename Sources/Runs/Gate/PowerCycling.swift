public import GateKit
public import RigKit
import ScenarioKit

/// A power cycle of the rig's accessories between two stretches of runs.
enum PowerCycling {
    static let name = "gatePowerCycle"

    /// Returns a scenario with one step per accessory that has a switch; nil if there is none, or the rig boots a new
    /// accessory for each run.
    static func scenario(on rig: Rig) -> Scenario? {
        guard rig.kind == .hardware else { return nil }
        let switched = rig.accessories.filter { $0.power != .none }
        guard !switched.isEmpty else { return nil }
        let spot = SourceSpot(#filePath, #line)
        return Scenario(
            name: name, summary: "Switches the accessories off and on", phone: PhoneSetup(),
            steps: switched.map { PowerCycle($0.name, within: .seconds(60)).step }, spot: spot)
    }
}

extension Spread {
    /// Returns the reason why a gate on this rig cannot spread a plan's runs over power cycles, without a final full
    /// stop; nil if there is none.
    public func obstacle(on rig: Rig, of plan: GatePlan) -> String? {
        guard powerCycles > 1, rig.kind == .hardware, PowerCycling.scenario(on: rig) == nil else { return nil }
        let role = rig.accessories.first?.name.rawValue ?? "door"
        return "the plan \(plan.name.shown()) asks for \(powerCycles) power cycles, but nothing on the rig "
            + "\(rig.name) switches power: name a person or program with --port \(role).power=hand or =program:/path"
    }
}
