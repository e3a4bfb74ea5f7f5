import Reports
import RigKit
import ScenarioKit

/// What one `trammel run` is to play: scenarios in their order, all of them with each seed, the whole so many times.
struct RunPlan {
    /// How often a command may ask for one scenario.
    static let limit = 1_000_000

    let scenarios: [Scenario]
    let rig: Rig
    let firstSeed: UInt64
    /// How many seeds there are, one after the other.
    let seeds: Int
    /// How many times every scenario is played with every seed.
    let rounds: Int
    /// What was asked for, what of it the rig cannot play, and how much must be judged.
    let coverage: RunCoverage

    var count: Int { scenarios.count * seeds * rounds }

    /// The run at this place, counted from 0: all scenarios, then the next seed, after the last one the next round.
    func run(at index: Int) -> BenchRun {
        let seed = firstSeed + UInt64(index / scenarios.count % seeds)
        return BenchRun(scenario: scenarios[index % scenarios.count], rig: rig, seed: seed)
    }
}
