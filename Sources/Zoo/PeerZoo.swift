import Engine
import Ground
public import Journal
import Reports
public import RigKit
public import ScenarioKit
public import Simulators

/// The scenarios of two phones with every known defect of the other one's app, and with a healthy one.
///
/// A separate zoo, because a defect of another phone's app is no accessory's fault and not part of its diagnosis.
public struct PeerZoo: Sendable {
    /// The result of one scenario with one phone.
    public struct Result: Sendable {
        /// Nil for a healthy one.
        public let defect: PeerDefect?
        public let scenario: String
        public let verdict: VerdictKind
        /// Whether a failure names the defect.
        public let isNamed: Bool

        /// Whether it is a false alarm, or blames the rig for what the phone did.
        public var isWrong: Bool { verdict == .error || verdict == .timedOut || defect == nil && verdict != .passed }
    }

    public let scenarios: [Scenario]
    private let rig: Rig
    private let seed: UInt64
    private let phones: [PeerDefect?] = [nil] + PeerDefect.allCases.map(Optional.some)

    /// Creates a zoo of those scenarios that involve other phones; each of the rig's other phones gets the defect.
    public init(scenarios: [Scenario], on rig: Rig, seed: UInt64) {
        self.scenarios = scenarios.filter { !$0.phones.isEmpty }
        (self.rig, self.seed) = (rig, seed)
    }

    /// The number of runs.
    public var count: Int { scenarios.count * phones.count }

    /// Plays the run with this index, counted from 0: all scenarios with the healthy phone come first.
    public func play(at index: Int) -> Result {
        let (defect, scenario) = (phones[index / scenarios.count], scenarios[index % scenarios.count])
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
        let isNamed = defect.map { defect in
            summary.failures.contains { $0.code == defect.sign || $0.seenCode == defect.sign }
        }
        return Result(
            defect: defect, scenario: scenario.name, verdict: summary.verdict.kind, isNamed: isNamed ?? false)
    }

    /// Whether every defect was named, no healthy phone failed, and the rig was never blamed.
    public static func isComplete(_ results: [Result]) -> Bool {
        !results.isEmpty && !results.contains(where: \.isWrong)
            && PeerDefect.allCases.allSatisfy { defect in results.contains { $0.defect == defect && $0.isNamed } }
    }

    /// Returns each defect with the scenarios that name it, and any wrong results, in lines of at most 80 columns.
    public static func text(of results: [Result]) -> String {
        let width = PeerDefect.allCases.map(\.rawValue.count).max() ?? 0
        var lines = ["defects of the other phone's app, and the scenarios that name each"]
        for defect in PeerDefect.allCases {
            let names = results.filter { $0.defect == defect && $0.isNamed }.map(\.scenario)
            lines += Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  ",
                names.isEmpty ? "ESCAPED: \(defect.meaning)" : names.joined(separator: ", "))
        }
        for result in results where result.isWrong {
            let phone = result.defect?.rawValue ?? "a healthy phone"
            lines.append("wrong: \(result.scenario) with \(phone): \(result.verdict.rawValue)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
