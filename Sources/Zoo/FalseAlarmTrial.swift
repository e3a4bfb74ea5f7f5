import Reports
public import RigKit
public import ScenarioKit

/// Healthy accessories over many seeds: every run that does not pass is a false alarm.
///
/// On a rig with realistic air, where measurements scatter and get lost, this shows whether a scenario requires more
/// than a healthy accessory can achieve.
public struct FalseAlarmTrial: Sendable {
    public let scenarios: [Scenario]
    public let accessories: [ZooAccessory]
    public let firstSeed: UInt64
    /// The number of runs to play.
    public let count: Int
    /// Each seed plays one in `spread` pairs of scenario and accessory; the next seed plays the next ones.
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

    /// The number of seeds for the runs; the last one may not cover every scenario and accessory.
    public var seeds: Int { (count + perSeed - 1) / perSeed }

    /// Plays the run with this index, counted from 0: the seed's scenarios with its accessories, and then the next
    /// seed.
    public func play(at index: Int) -> ZooResult {
        let (seed, place) = index.quotientAndRemainder(dividingBy: perSeed)
        // A seed whose part extends past the end wraps to the front, so that no pair is left out.
        let pair = (place * spread + seed % spread) % pairs
        let (accessory, scenario) = pair.quotientAndRemainder(dividingBy: scenarios.count)
        return benches[accessory].play(scenarios[scenario], seed: firstSeed + UInt64(seed))
    }

    /// Returns the report on a number of runs of which these did not pass, in lines of at most 120 columns.
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
