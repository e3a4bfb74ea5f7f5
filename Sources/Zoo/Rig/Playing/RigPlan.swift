public import RigKit
public import ScenarioKit

/// Every fault with a scenario of each family, yet to be played.
public struct RigPlan: PlayableZoo {
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
    private let courses: [ReferenceRun]
    /// The same rig with CLI firmware on its kit, and the courses there.
    private let cli: (rig: Rig, courses: [ReferenceRun])

    /// Creates a plan. The scenarios are first played on the rig, which must be simulated, without a fault.
    public init(scenarios: [Scenario], faults: [BenchFault], on rig: Rig, seed: UInt64) {
        precondition(rig.kind == .simulated, "faults of a rig are put on a simulated bench")
        let rig = Self.withReferences(rig)
        (self.scenarios, self.faults, self.rig, self.seed) = (scenarios, faults, rig, seed)
        courses = scenarios.map { ReferenceRun(of: $0, on: rig, seed: seed) }
        let cliRig = Self.speakingCLI(rig)
        cli = (cliRig, scenarios.map { ReferenceRun(of: $0, on: cliRig, seed: seed) })
    }

    /// Returns the rig with a reference accessory and a reference tag, without which no one can tell a deaf rig from a
    /// silent accessory.
    private static func withReferences(_ rig: Rig) -> Rig {
        let accessory = AccessoryEntry(
            "reference", .simulated(AccessoryModel(advertisedName: "Reference")), reference: .metres(1))
        let tag = TagEntry(
            "referenceTag", .simulated(TagModel(.ntag215, uri: "https://example.com/reference")), isReference: true)
        return rig.adding(accessories: [accessory], tags: [tag])
    }

    private static func speakingCLI(_ rig: Rig) -> Rig {
        do { return try rig.replacing(role: "uwb", with: "\(UWBPort.simulatedCLI)") } catch {
            preconditionFailure("a simulated rig takes any simulated kit: \(error)")
        }
    }

    /// Returns the plan with other faults, keeping the known courses without a fault.
    public func with(_ faults: [BenchFault]) -> RigPlan { RigPlan(self, faults) }

    private init(_ plan: RigPlan, _ faults: [BenchFault]) {
        (scenarios, seed, rig, courses, cli) = (plan.scenarios, plan.seed, plan.rig, plan.courses, plan.cli)
        self.faults = faults
    }

    /// The number of pairs of a fault and a scenario.
    public var count: Int { scenarios.count * faults.count }

    /// Plays the pair with this index, counted from 0: all scenarios with the first fault come first.
    public func play(at index: Int) -> RigResult {
        let (number, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        let fault = faults[number]
        let (rig, courses) = fault.isOfCLI ? cli : (rig, courses)
        return RigTrial(course: courses[scenario], fault: fault, rig: rig, seed: seed).play()
    }

    /// Returns the matrix of all results, which are in the order of their indices.
    public func matrix(of results: [RigResult]) -> RigMatrix {
        precondition(results.count == count, "every pair of the plan has its result")
        let rows = faults.indices.map { Array(results[$0 * scenarios.count..<($0 + 1) * scenarios.count]) }
        return RigMatrix(
            scenarios: scenarios.map(\.name), sound: courses.map(\.summary),
            probes: courses.map(\.probes.count), rows: rows)
    }

    public func report(on results: [RigResult]) -> ZooReport {
        (results.isEmpty ? .unended : matrix(of: results)).report(seed: seed)
    }
}
