import Reports
public import RigKit
public import ScenarioKit
public import Simulators

/// What the whole suite made of the whole zoo.
public struct ZooMatrix: Sendable {
    public let scenarios: [String]
    /// One row an animal, one column a scenario.
    public let rows: [(animal: ZooAccessory, sightings: [ZooResult])]

    /// The sightings of each animal in the order of the scenarios.
    public init(scenarios: [String], rows: [(animal: ZooAccessory, sightings: [ZooResult])]) {
        self.scenarios = scenarios
        self.rows = rows
    }

    /// One defect, and which scenarios named it.
    public struct Catch: Sendable {
        public let defect: Defect
        /// The sightings that name the defect, in the order of the scenarios.
        public let by: [ZooResult]
        /// The failures that do not name it.
        public let others: [ZooResult]
    }

    /// Every defect that was played, in the order of the rows.
    public var catches: [Catch] {
        rows.compactMap { row in
            row.animal.defect.map { defect in
                Catch(
                    defect: defect, by: row.sightings.filter { $0.mark == .caught },
                    others: row.sightings.filter { $0.mark == .failed })
            }
        }
    }

    /// Defects that no scenario named, whatever else failed.
    public var escaped: [ZooAccessory] {
        rows.filter { row in row.animal.defect != nil && !row.sightings.contains { $0.mark == .caught } }.map(\.animal)
    }

    /// What healthy animals did not pass: false alarms, and what was never judged.
    public var falseAlarms: [ZooResult] {
        rows.filter { $0.animal.defect == nil }.flatMap(\.sightings).filter { !$0.isSound }
    }

    /// Runs in which the rig was blamed for what the animal did.
    public var errors: [ZooResult] { rows.flatMap(\.sightings).filter { $0.mark == .error } }

    public var isEmpty: Bool { rows.allSatisfy(\.sightings.isEmpty) }

    /// Whether all defects were named, all healthy animals passed everything, and the rig was never blamed.
    public var isComplete: Bool { escaped.isEmpty && falseAlarms.isEmpty && errors.isEmpty && !isEmpty }

    /// The matrix, who caught what, and what escaped, for a console of 80 columns.
    public var text: String { ZooText(self).lines.joined(separator: "\n") + "\n" }
}

/// The known defects with what each does and the complaint that it stands for, in lines of at most 80 columns.
public enum DefectList {
    public static func text(of defects: [Defect]) -> String {
        let width = defects.map(\.rawValue.count).max() ?? 0
        let lines = defects.flatMap { defect in
            Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  " + defect.source.padded(to: 5), defect.meaning)
        }
        return (["defects, each with its complaint or rule"] + lines).joined(separator: "\n") + "\n"
    }
}

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
