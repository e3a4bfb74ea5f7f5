import Engine
import Ground
public import Journal
import Links
import NDEF
public import RigKit
public import ScenarioKit
import Simulators

/// A simulated bench on which all accessories are animals of one kind, as units of one product would stand there.
public struct ZooBench: Sendable {
    public let animal: ZooAccessory
    private let rig: Rig
    private let surroundings: SurroundingsModel

    /// The accessories are called as on the given rig, which says of them what they have, and its air is theirs.
    public init(_ animal: ZooAccessory, on rig: Rig) {
        self.animal = animal
        self.rig = rig.keeping(animal)
        surroundings = SurroundingsModel(
            accessories: rig.accessories.map { ($0.name, animal.model(inPlaceOf: $0)) }, ranging: rig.world,
            angles: rig.world.measuresAngles ? AngleModel() : nil)
    }

    /// Plays a scenario with the animal, in virtual time, and says what it came to.
    public func play(
        _ scenario: Scenario, seed: UInt64, recorder: JournalRecorder = JournalRecorder()
    ) -> ZooResult {
        let links = SimulatedLinks(surroundings, seed: seed)
        defer { links.close() }
        let run = ScenarioRun(scenario: scenario, rig: rig, seed: seed)
        return ZooResult(animal, run.play(on: links, recorder: recorder), on: rig, isExcused: excuses(scenario))
    }

    /// Whether the scenario is about what the animal does without.
    private func excuses(_ scenario: Scenario) -> Bool {
        scenario.needs.contains { if case .part(let part, _) = $0 { animal.lacks.contains(part) } else { false } }
    }
}

extension Rig {
    /// The same bench, saying of its accessories what animals of a kind have.
    fileprivate func keeping(_ animal: ZooAccessory) -> Rig {
        guard !animal.lacks.isEmpty else { return self }
        let has = AccessoryParts(AccessoryParts.all.parts.subtracting(animal.lacks))
        return Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth, uwb: uwb, nfc: nfc,
            accessories: accessories.map {
                AccessoryEntry($0.name, $0.port, console: $0.console, power: $0.power, has: has)
            },
            tags: tags, motion: motion, world: world)
    }
}
