import Engine
import Journal
public import RigKit
public import ScenarioKit
public import Simulators

/// The scenarios of two phones with every known defect of the other one's app, and with a healthy one.
public typealias PeerZoo = DefectZoo<PeerDefect>

extension DefectZoo where Defect == PeerDefect {
    /// Creates a zoo of those scenarios that involve other phones; each of the rig's other phones gets the defect.
    public init(scenarios: [Scenario], on rig: Rig, seed: UInt64, defects: [PeerDefect] = []) {
        let scenarios = Self.scenarios(of: scenarios)
        self.init(scenarios.map(\.name), seed: seed, defects: defects) { defect, scenario in
            Self.play(scenarios[scenario], defect, on: rig, seed: seed)
        }
    }

    /// Returns the scenarios that involve other phones.
    public static func scenarios(of scenarios: [Scenario]) -> [Scenario] { scenarios.filter { !$0.phones.isEmpty } }

    private static func play(_ scenario: Scenario, _ defect: PeerDefect?, on rig: Rig, seed: UInt64) -> Played {
        let entries = rig.phones.map { entry in
            let model = entry.port.model
            return PeerEntry(
                entry.name,
                .simulated(
                    PeerModel(
                        system: model.system, permission: model.permission, generation: model.generation,
                        advertisedName: model.advertisedName, defects: defect.map { [$0.rawValue] } ?? [])))
        }
        let played = Rig(
            name: rig.name, summary: rig.summary, kind: rig.kind, bluetooth: rig.bluetooth, uwb: rig.uwb, nfc: rig.nfc,
            accessories: rig.accessories, tags: [], motion: rig.motion, world: rig.world, phones: entries)
        var model = EnvironmentModel(accessories: [], ranging: rig.world)
        model.phones = entries.map { entry in
            let model = entry.port.model
            let build = PeerBuild(
                system: model.system, permission: model.permission, generation: model.generation,
                advertisedName: model.advertisedName, defects: defect.map { [$0] } ?? [])
            return (entry.name, build)
        }
        let links = SimulatedLinks(model, seed: seed)
        defer { links.close() }
        let run = ScenarioRun(scenario: scenario, rig: played, seed: seed)
        let summary = run.play(on: links, recorder: JournalRecorder(keepsEntries: false))
        return (summary.verdict.kind, summary.failures.flatMap { [$0.code, $0.seenCode].compactMap(\.self) })
    }
}
