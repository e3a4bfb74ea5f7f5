public import RigKit
public import ScenarioKit

/// Every fault with a scenario of each family, yet to be played: in any order, and side by side.
public struct RigPlan: Sendable {
    /// The default scenarios: one or two of each family, including some that wait for things not to happen.
    public static let families: [(name: String, family: String)] = [
        ("configurationExchange", "Nearby Interaction over Bluetooth"),
        ("fullFlow", "Nearby Interaction over Bluetooth, with a walk and a tag"),
        ("zoneWalk", "Nearby Interaction over Bluetooth, with a walk"),
        ("silentUntilAsked", "Bluetooth alone: an absence"),
        ("quietAfterStop", "ranging: an absence"),
        ("probe.sessionID", "ranging: an absence that a probe waits for"),
        ("tagOpensApp", "tags"),
        ("textAlone", "tags: an absence"),
        ("quietConsole", "console: an absence"),
        ("powerCycle", "power"),
        ("backgroundSession", "background"),
        ("twoAccessories", "several accessories"),
    ]

    public let scenarios: [Scenario]
    public let faults: [BenchFault]
    /// The seed of every run.
    public let seed: UInt64
    private let rig: Rig
    private let courses: [Course]

    /// Creates a plan. The scenarios are first played on the rig, which must be simulated, without a fault.
    public init(scenarios: [Scenario], faults: [BenchFault], on rig: Rig, seed: UInt64) {
        precondition(rig.kind == .simulated, "faults of a rig are put on a simulated bench")
        (self.scenarios, self.faults, self.rig, self.seed) = (scenarios, faults, rig, seed)
        courses = scenarios.map { Course(of: $0, on: rig, seed: seed) }
    }

    /// Returns the plan with other faults, keeping the known courses without a fault.
    public func with(_ faults: [BenchFault]) -> RigPlan { RigPlan(self, faults) }

    private init(_ plan: RigPlan, _ faults: [BenchFault]) {
        (scenarios, seed, rig, courses) = (plan.scenarios, plan.seed, plan.rig, plan.courses)
        self.faults = faults
    }

    /// The number of pairs of a fault and a scenario.
    public var count: Int { scenarios.count * faults.count }

    /// Plays the pair with this index, counted from 0: all scenarios with the first fault come first.
    public func play(at index: Int) -> RigResult {
        let (fault, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        return RigTrial(course: courses[scenario], fault: faults[fault], rig: rig, seed: seed).play()
    }

    /// Returns the matrix of all results, which are in the order of their indices.
    public func matrix(of results: [RigResult]) -> RigMatrix {
        precondition(results.count == count, "every pair of the plan has its result")
        let rows = faults.indices.map { Array(results[$0 * scenarios.count..<($0 + 1) * scenarios.count]) }
        return RigMatrix(
            scenarios: scenarios.map(\.name), sound: courses.map(\.summary),
            probes: courses.map(\.probes.count), rows: rows)
    }
}
