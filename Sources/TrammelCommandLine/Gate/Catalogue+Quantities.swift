import GateKit
import RigKit
import Runs
import ScenarioKit

extension Catalogue {
    /// Returns the quantities that proofs of these plans ask for and scenarios do not measure; plays each scenario
    /// once on simulated devices.
    static func unmeasured(in plans: [GatePlan], of scenarios: [Scenario], on rig: Rig) -> [PlanProblem] {
        // The rig as in the catalogue, with healthy accessories.
        let simulated = rigs.filter { $0.kind == .simulated }
        guard let played = simulated.first(where: { $0.name == rig.name }) ?? simulated.first else { return [] }
        let facts = GateRequest.facts(of: scenarios, on: rig)
        var quantities = PlanQuantities(
            scenarios, facts, on: played, Catalogue.facts(with: rig), isSimulated: rig.kind == .simulated)
        return plans.flatMap { quantities.notices(of: $0) }
    }
}
