public import GateKit
public import RigKit
import ScenarioKit

/// Switches the rig's accessories off and on between two stretches of runs.
enum PowerCycling {
    static let name = "gatePowerCycle"

    /// One step for each accessory that has a switch; nil where the rig has none, or boots a new accessory for
    /// each run.
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
    /// Why a gate on this rig cannot spread a plan's runs like that, as a sentence without its full stop; nil where it
    /// can, or where no gate can.
    public func obstacle(on rig: Rig, of plan: GatePlan) -> String? {
        guard powerCycles > 1, rig.kind == .hardware, PowerCycling.scenario(on: rig) == nil else { return nil }
        let role = rig.accessories.first?.name.rawValue ?? "door"
        return "the plan \(plan.name.shown()) asks for \(powerCycles) power cycles, and nobody switches anything "
            + "off on the rig \(rig.name): name somebody with --port \(role).power=hand or =program:/path"
    }
}
