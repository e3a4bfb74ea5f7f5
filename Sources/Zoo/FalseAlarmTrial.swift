import Reports
public import RigKit
public import ScenarioKit

/// Healthy accessories over many seeds: whatever does not pass is a false alarm.
///
/// On a rig with realistic air, where measurements scatter and get lost, this shows whether a scenario asks for more
/// than a healthy accessory can give.
public struct FalseAlarmTrial: Sendable {
    public let scenarios: [Scenario]
    public let accessories: [ZooAccessory]
    public let firstSeed: UInt64
    /// How many runs are to be played.
    public let count: Int
    private let benches: [ZooBench]

    public init(scenarios: [Scenario], accessories: [ZooAccessory], on rig: Rig, firstSeed: UInt64, count: Int) {
        self.scenarios = scenarios
        self.accessories = accessories
        self.firstSeed = firstSeed
        self.count = scenarios.isEmpty || accessories.isEmpty ? 0 : count
        benches = accessories.map { ZooBench($0, on: rig) }
    }

    /// How many seeds the runs take, the last perhaps not with every scenario and accessory.
    public var seeds: Int {
        let perSeed = max(1, scenarios.count * accessories.count)
        return (count + perSeed - 1) / perSeed
    }

    /// Plays the run at this place, counted from 0: every scenario with every accessory, and then the next seed.
    public func play(at index: Int) -> ZooResult {
        let (rest, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        let (seed, accessory) = rest.quotientAndRemainder(dividingBy: accessories.count)
        return benches[accessory].play(scenarios[scenario], seed: firstSeed + UInt64(seed))
    }

    /// What to say when so many runs were played and these did not pass, in lines of at most 120 columns.
    public func text(played: Int, alarms: [ZooResult]) -> String {
        let what =
            "\(counted(scenarios.count, "scenario")), "
            + counted(accessories.count, "healthy accessory", "healthy accessories")
        let from = seeds == 1 ? "seed \(firstSeed)" : "seeds \(firstSeed) to \(firstSeed + UInt64(max(1, seeds) - 1))"
        let lines =
            alarms.flatMap(AlarmText.lines(of:))
            + ["\(counted(played, "run")): \(played - alarms.count) passed, \(alarms.count) did not; \(what), \(from)"]
        return lines.joined(separator: "\n") + "\n"
    }
}
