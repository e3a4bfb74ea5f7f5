public import RigKit
public import ScenarioKit

/// Every scenario with every animal, yet to be played: the runs can be played in any order, and side by side.
public struct ZooPlan: Sendable {
    public let scenarios: [Scenario]
    public let animals: [ZooAccessory]
    /// With this seed every run is played.
    public let seed: UInt64
    private let habitats: [ZooBench]

    public init(scenarios: [Scenario], animals: [ZooAccessory], on rig: Rig, seed: UInt64) {
        self.scenarios = scenarios
        self.animals = animals
        self.seed = seed
        habitats = animals.map { ZooBench($0, on: rig) }
    }

    /// How many runs there are.
    public var count: Int { scenarios.count * animals.count }

    /// Plays the run at this place, counted from 0: all scenarios with the first animal come first.
    public func play(at index: Int) -> ZooResult {
        habitats[index / scenarios.count].play(scenarios[index % scenarios.count], seed: seed)
    }

    /// The matrix of all sightings, which come in the order of their places.
    public func matrix(of sightings: [ZooResult]) -> ZooMatrix {
        precondition(sightings.count == count, "every run of the plan has its sighting")
        let rows = animals.enumerated().map { row, animal in
            (animal, Array(sightings[row * scenarios.count..<(row + 1) * scenarios.count]))
        }
        return ZooMatrix(scenarios: scenarios.map(\.name), rows: rows)
    }
}
