public import RigKit
public import ScenarioKit

/// Every fault with a scenario of each family, yet to be played: in any order, and side by side.
public struct RigPlan: Sendable {
    /// The scenarios that are played unless others are chosen: of each family one or two, and among them some that
    /// wait for things not to happen.
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
    /// With this seed every run is played.
    public let seed: UInt64
    private let rig: Rig
    private let courses: [Course]

    /// The scenarios are played on the rig, which must be simulated, with nothing wrong first.
    public init(scenarios: [Scenario], faults: [BenchFault], on rig: Rig, seed: UInt64) {
        precondition(rig.kind == .simulated, "faults of a rig are put on a simulated bench")
        (self.scenarios, self.faults, self.rig, self.seed) = (scenarios, faults, rig, seed)
        courses = scenarios.map { Course(of: $0, on: rig, seed: seed) }
    }

    /// The same with other faults: how the scenarios go with nothing wrong is known already.
    public func with(_ faults: [BenchFault]) -> RigPlan { RigPlan(self, faults) }

    private init(_ plan: RigPlan, _ faults: [BenchFault]) {
        (scenarios, seed, rig, courses) = (plan.scenarios, plan.seed, plan.rig, plan.courses)
        self.faults = faults
    }

    /// How many pairs of a fault and a scenario there are.
    public var count: Int { scenarios.count * faults.count }

    /// Plays the pair at this place, counted from 0: all scenarios with the first fault come first.
    public func play(at index: Int) -> RigResult {
        let (fault, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        return RigTrial(course: courses[scenario], fault: faults[fault], rig: rig, seed: seed).play()
    }

    /// The matrix of all results, which come in the order of their places.
    public func matrix(of results: [RigResult]) -> RigMatrix {
        precondition(results.count == count, "every pair of the plan has its result")
        let rows = faults.indices.map { Array(results[$0 * scenarios.count..<($0 + 1) * scenarios.count]) }
        return RigMatrix(
            scenarios: scenarios.map(\.name), sound: courses.map(\.summary),
            probes: courses.map(\.probes.count), rows: rows)
    }
}
