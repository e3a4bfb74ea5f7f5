import Engine
import Journal
public import RigKit
public import ScenarioKit
public import Simulators

/// The scenarios of companions with every known defect of a screen, and with a healthy one.
public typealias ScreenZoo = DefectZoo<ScreenDefect>

extension DefectZoo where Defect == ScreenDefect {
    /// Creates a zoo of those scenarios that involve screens; each of the rig's screens gets the defect.
    public init(scenarios: [Scenario], on rig: Rig, seed: UInt64, defects: [ScreenDefect] = []) {
        let scenarios = Self.scenarios(of: scenarios)
        self.init(scenarios.map(\.name), seed: seed, defects: defects) { defect, scenario in
            Self.play(scenarios[scenario], defect, on: rig, seed: seed)
        }
    }

    /// Returns the scenarios that involve screens.
    public static func scenarios(of scenarios: [Scenario]) -> [Scenario] {
        scenarios.filter { !$0.phone.companions.isEmpty }
    }

    private static func play(_ scenario: Scenario, _ defect: ScreenDefect?, on rig: Rig, seed: UInt64) -> Played {
        let defects: Set<ScreenDefect> = defect.map { [$0] } ?? []
        let entries = rig.screens.map {
            ScreenEntry($0.name, .simulated(ScreenModel(defects: defects.map(\.rawValue))), console: $0.console)
        }
        let played = Rig(
            name: rig.name, summary: rig.summary, kind: rig.kind, bluetooth: .none, uwb: .none, nfc: .none,
            accessories: [], tags: [], motion: .none, world: rig.world, screens: entries)
        var model = EnvironmentModel(accessories: [])
        model.screens = entries.map { ($0.name, ScreenBuild(defects: defects)) }
        model.screenConsoles = entries.filter { $0.console == .simulated }.map(\.name)
        let links = SimulatedLinks(model, seed: seed)
        defer { links.close() }
        let run = ScenarioRun(scenario: scenario, rig: played, seed: seed)
        let summary = run.play(on: links, recorder: JournalRecorder(keepsEntries: false))
        return (summary.verdict.kind, summary.failures.map(\.code))
    }
}
