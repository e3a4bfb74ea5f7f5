import Engine
import Ground
public import Journal
import Reports
public import RigKit
public import ScenarioKit
public import Simulators

/// The scenarios of companions with every known defect of a screen, and with a healthy one.
///
/// A separate zoo, because a defect of a screen is no accessory's fault and not part of its diagnosis.
public struct ScreenZoo: Sendable {
    /// The result of one scenario with one screen.
    public struct Result: Sendable {
        /// Nil for a healthy one.
        public let defect: ScreenDefect?
        public let scenario: String
        public let verdict: VerdictKind
        /// The codes of its failures.
        public let codes: [FailureCode]

        /// Whether a failure names the defect.
        public var isNamed: Bool { defect.map { codes.contains($0.sign) } ?? false }

        /// Whether it is a false alarm, or blames the rig for what the screen did.
        public var isWrong: Bool { verdict == .error || verdict == .timedOut || defect == nil && verdict != .passed }
    }

    public let scenarios: [Scenario]
    /// The seed of every run.
    public let seed: UInt64
    /// The defects that are played.
    public let defects: [ScreenDefect]
    private let rig: Rig
    /// Nil for a healthy one.
    let screens: [ScreenDefect?]

    /// Creates a zoo of those scenarios that involve screens; each of the rig's screens gets the defect. A choice of
    /// defects omits the healthy screen.
    public init(scenarios: [Scenario], on rig: Rig, seed: UInt64, defects chosen: [ScreenDefect] = []) {
        self.scenarios = Self.scenarios(of: scenarios)
        (self.rig, self.seed) = (rig, seed)
        defects = chosen.isEmpty ? ScreenDefect.allCases : chosen
        screens = (chosen.isEmpty ? [nil] : []) + defects.map(Optional.some)
    }

    /// Returns the scenarios that involve screens.
    public static func scenarios(of scenarios: [Scenario]) -> [Scenario] {
        scenarios.filter { !$0.phone.companions.isEmpty }
    }

    /// The number of runs.
    public var count: Int { scenarios.count * screens.count }

    /// Plays the run with this index, counted from 0: all scenarios with the healthy screen come first.
    public func play(at index: Int) -> Result {
        let (defect, scenario) = (screens[index / scenarios.count], scenarios[index % scenarios.count])
        let defects: Set<ScreenDefect> = defect.map { [$0] } ?? []
        let entries = rig.screens.map {
            ScreenEntry(
                $0.name, .simulated(ScreenModel(defects: defect.map { [$0.rawValue] } ?? [])), console: $0.console)
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
        return Result(
            defect: defect, scenario: scenario.name, verdict: summary.verdict.kind,
            codes: summary.failures.map(\.code))
    }

    /// Whether every defect played was named, no healthy screen failed, and the rig was never blamed.
    public func isComplete(_ results: [Result]) -> Bool {
        !results.isEmpty && !results.contains(where: \.isWrong) && escaped(of: results).isEmpty
    }

    /// Returns the defects that no scenario named.
    func escaped(of results: [Result]) -> [ScreenDefect] {
        defects.filter { defect in !results.contains { $0.defect == defect && $0.isNamed } }
    }

    /// Returns each defect with the scenarios that name it, and any wrong results, in lines of at most 80 columns.
    public func text(of results: [Result]) -> String {
        let width = defects.map(\.rawValue.count).max() ?? 0
        var lines = ["defects of a screen, and the scenarios that name each"]
        for defect in defects {
            let names = results.filter { $0.defect == defect && $0.isNamed }.map(\.scenario)
            lines += Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  ",
                names.isEmpty ? "ESCAPED: \(defect.meaning)" : names.joined(separator: ", "))
        }
        for result in results where result.isWrong {
            let screen = result.defect?.rawValue ?? "a healthy screen"
            lines += Paragraph.lines("wrong: ", "\(result.scenario) with \(screen): \(result.verdict.rawValue)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The known defects with their meanings, in lines of at most 80 columns.
    public static var list: String {
        let width = ScreenDefect.allCases.map(\.rawValue.count).max() ?? 0
        let lines = ScreenDefect.allCases.flatMap {
            Paragraph.lines("  " + $0.rawValue.padded(to: width) + "  ", $0.meaning)
        }
        return (["defects of a screen"] + lines).joined(separator: "\n") + "\n"
    }
}
