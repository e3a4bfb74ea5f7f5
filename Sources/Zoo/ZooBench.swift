import Engine
import Ground
public import Journal
import Links
import NDEF
public import RigKit
public import ScenarioKit
import Simulators

/// A simulated bench on which all accessories are of one kind, like units of one product.
public struct ZooBench: Sendable {
    public let accessory: ZooAccessory
    private let rig: Rig
    /// The rig with each of its accessories replaced.
    public let played: Rig
    private let surroundings: EnvironmentModel

    /// Creates a bench. The accessories have the names, the declared parts and the air of the given rig.
    public init(_ accessory: ZooAccessory, on rig: Rig) {
        self.accessory = accessory
        self.rig = rig
        played = rig.keeping(accessory)
        surroundings = EnvironmentModel(
            accessories: rig.accessories.map { ($0.name, accessory.model(inPlaceOf: $0)) }, ranging: rig.world,
            angles: rig.world.angles)
    }

    /// Plays a scenario with the accessory, in virtual time, and returns the result.
    public func play(
        _ scenario: Scenario, seed: UInt64, recorder: JournalRecorder = JournalRecorder(keepsEntries: false)
    ) -> ZooResult {
        let parts = scenario.needs.compactMap { need in
            if case .part(let part, let name) = need { (part: part, name: name) } else { nil }
        }
        let links = SimulatedLinks(surroundings.serving(parts), seed: seed)
        defer { links.close() }
        let run = ScenarioRun(scenario: scenario, rig: played, seed: seed)
        return ZooResult(accessory, run.play(on: links, recorder: recorder), on: rig, isExcused: excuses(scenario))
    }

    /// Whether the scenario is about a part that the accessory leaves out, or needs another data channel or a UWB kit
    /// that the rig does not have.
    public func excuses(_ scenario: Scenario) -> Bool {
        if accessory.channel != nil || accessory.link == .lan || played.uwb == .none,
            ScenarioRun.reasonToSkip(scenario, on: played) != nil
        {
            return true
        }
        return scenario.needs.contains {
            if case .part(let part, _) = $0 { accessory.lacks.contains(part) } else { false }
        }
    }
}

extension Rig {
    /// Returns the bench with each accessory replaced by one of a kind, with its declared parts.
    fileprivate func keeping(_ accessory: ZooAccessory) -> Rig {
        let has = AccessoryParts(AccessoryParts.all.parts.subtracting(accessory.lacks))
        return Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth, uwb: uwb, nfc: nfc,
            accessories: accessories.map { entry in
                guard entry.reference == nil else { return entry }
                var entry = entry
                entry.port = accessory.port(inPlaceOf: entry)
                if !accessory.lacks.isEmpty { entry.has = has }
                return entry
            },
            tags: tags, motion: motion, world: world, phones: phones)
    }
}
