import RigKit
import ScenarioKit

/// What one `trammel run` is to play: some scenarios in their order, the whole of it so many times.
struct RunPlan {
    /// How many rounds a command may ask for.
    static let roundLimit = 1_000_000

    let scenarios: [Scenario]
    let rig: Rig
    let seed: UInt64
    let rounds: Int

    var count: Int { scenarios.count * rounds }

    /// The run at this place, counted from 0; every round plays the same scenarios with the same seed.
    func run(at index: Int) -> BenchRun { BenchRun(scenario: scenarios[index % scenarios.count], rig: rig, seed: seed) }
}
