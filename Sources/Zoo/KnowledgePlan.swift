public import Diagnosis
public import RigKit
public import ScenarioKit
import Simulators

/// The runs from which the diagnosis learns: every scenario with every defect and without, of each firmware, in each
/// air, every time with another seed.
public struct KnowledgePlan: Sendable {
    /// What all accessories are once played with.
    private struct Condition: Sendable {
        let variant: AccessoryVariant
        let rig: Rig
        let seed: UInt64
    }

    private let scenarios: [Scenario]
    private let conditions: [Condition]
    private let benches: [ZooBench]

    /// The kinds of accessory in each condition: the healthy one, and one for each defect.
    private static let kinds: [Defect?] = [nil] + Defect.allCases.map(Optional.some)

    /// Of some scenarios those that simulated accessories can pass: the zoo has no tags and no other phones.
    public static func suite(of scenarios: [Scenario]) -> [Scenario] {
        scenarios.filter { !$0.needs.contains(.nfc) && $0.phones.isEmpty }
    }

    /// The seeds are counted from 1; of the scenarios those are played that the zoo can.
    public init(scenarios: [Scenario], on rigs: [Rig]) {
        let scenarios = Self.suite(of: scenarios)
        self.scenarios = scenarios
        var conditions: [Condition] = []
        for variant in AccessoryVariant.allCases {
            for rig in rigs {
                conditions.append(Condition(variant: variant, rig: rig, seed: UInt64(conditions.count + 1)))
            }
        }
        self.conditions = conditions
        benches = conditions.flatMap { condition in
            Self.kinds.map { ZooBench(ZooAccessory(condition.variant, $0), on: condition.rig) }
        }
    }

    /// How many runs there are.
    public var count: Int { benches.count * scenarios.count }

    /// Plays the run at this place, counted from 0.
    public func play(at index: Int) -> Observation {
        let (bench, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        let seed = conditions[bench / Self.kinds.count].seed
        return Observation(benches[bench].play(scenarios[scenario], seed: seed).summary)
    }

    /// What all runs teach, or those of some firmware on some rigs; they come in the order of their places.
    public func knowledge(
        of observations: [Observation], where isWanted: (AccessoryVariant, Rig) -> Bool = { _, _ in true }
    ) -> Knowledge {
        precondition(observations.count == count, "every run of the plan has its observation")
        var learning = KnowledgeLearning(scenarios: scenarios.map(\.name), defects: Defect.allCases)
        for (index, observation) in observations.enumerated() {
            let bench = index / scenarios.count
            let condition = conditions[bench / Self.kinds.count]
            guard isWanted(condition.variant, condition.rig) else { continue }
            learning.learn(
                observation, of: Self.kinds[bench % Self.kinds.count], firmware: condition.variant.rawValue)
        }
        return learning.knowledge()
    }
}
