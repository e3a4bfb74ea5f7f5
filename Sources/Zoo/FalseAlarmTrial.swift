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
    /// Each seed plays one in so many pairs of scenario and accessory, the next seed the next ones.
    public let spread: Int
    private let benches: [ZooBench]

    public init(
        scenarios: [Scenario], accessories: [ZooAccessory], on rig: Rig, firstSeed: UInt64, count: Int, spread: Int = 1
    ) {
        self.scenarios = scenarios
        self.accessories = accessories
        self.firstSeed = firstSeed
        self.count = scenarios.isEmpty || accessories.isEmpty ? 0 : count
        self.spread = max(1, spread)
        benches = accessories.map { ZooBench($0, on: rig) }
    }

    private var pairs: Int { scenarios.count * accessories.count }
    private var perSeed: Int { max(1, (pairs + spread - 1) / spread) }

    /// How many seeds the runs take, the last perhaps not with every scenario and accessory.
    public var seeds: Int { (count + perSeed - 1) / perSeed }

    /// Plays the run at this place, counted from 0: the seed's scenarios with its accessories, and then the next seed.
    public func play(at index: Int) -> ZooResult {
        let (seed, place) = index.quotientAndRemainder(dividingBy: perSeed)
        // So that no pair is left out: a seed whose part runs over the end begins again at the front.
        let pair = (place * spread + seed % spread) % pairs
        let (accessory, scenario) = pair.quotientAndRemainder(dividingBy: scenarios.count)
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
            + [
                "\(counted(played, "run")): \(played - alarms.count) passed, \(alarms.count) did not; \(what), \(from)"
                    + part
            ]
        return lines.joined(separator: "\n") + "\n"
    }

    private var part: String { spread == 1 ? "" : ", one in \(spread) pairs a seed" }
}
