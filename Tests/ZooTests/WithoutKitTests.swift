import Engine
import Foundation
import Ground
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

/// A bench without a UWB kit judges the data channel, and lists what it left out.
@Suite("A rig without a UWB kit") struct WithoutKitTests {
    private static var rig: Rig {
        get throws { try Rig.simulated.replacing("uwb=none") }
    }

    private static let conformance = Scenario.all.filter { $0.suite == .conformance }

    @Test("Most of the conformance suite plays, and each omitted measurement is reported")
    func plays() throws {
        let bench = ZooBench(ZooAccessory(.appleSample), on: try Self.rig)
        var played = 0
        for scenario in Self.conformance {
            let (_, unjudged) = scenario.playable(on: try Self.rig)
            let result = bench.play(scenario, seed: 1)
            #expect([.passed, .skipped].contains(result.mark), "\(scenario.name): \(result.reason ?? "")")
            guard result.mark == .passed else { continue }
            played += 1
            let told = result.summary.findings.count { $0.finding.code == "run.withoutKit" }
            #expect(told == unjudged.count, "\(scenario.name)")
        }
        #expect(played >= 45)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Scenarios/Conformance/README.md"), encoding: .utf8)
        #expect(text.contains("Without a UWB kit, \(played) of the \(Self.conformance.count) scenarios"))
    }

    @Test("Healthy accessories raise no alarm without a kit", arguments: ZooAccessory.sound)
    func healthy(_ accessory: ZooAccessory) throws {
        let bench = ZooBench(accessory, on: try Self.rig)
        // The zoo has no tags.
        for scenario in Scenario.all
        where scenario.suite != .tags && scenario.phone.companions.isEmpty && !scenario.needs.contains(.nfc) {
            let result = bench.play(scenario, seed: 1)
            #expect(result.isSound || result.mark == .skipped, "\(scenario.name): \(result.reason ?? "")")
        }
    }

    @Test("A gate judges a scenario whole, or skips it")
    func whole() throws {
        let scenario = Scenario.named("uses.sessionID")
        #expect(ScenarioRun.reasonToSkip(scenario, on: try Self.rig) == nil)
        #expect(ScenarioRun.reasonToSkip(scenario.whole, on: try Self.rig) != nil)
    }

    @Test(
        "Every defect of the data channel is caught without a kit", arguments: Defect.allCases.filter { !$0.needsKit })
    func defects(_ defect: Defect) throws {
        let bench = ZooBench(ZooAccessory(.appleSample, defect), on: try Self.rig)
        #expect(Self.suites.contains { bench.play($0, seed: 1).mark == .caught }, "\(defect) escapes")
    }

    @Test(
        "A defect that needs a kit leaves every message as it is, so that nothing else can show it",
        arguments: Defect.allCases.filter(\.needsKit))
    func ofTheAir(_ defect: Defect) throws {
        // Either role and any address are legal, and so is silence after a second configureAndStart.
        let legal: [Defect] = [.duplicateConfigureKillsSession, .claimsOppositeRole, .reversedConfigurationAddress]
        guard !legal.contains(defect) else { return }
        for scenario in Self.suites where scenario.playable(on: try Self.rig).scenario.needs.contains(.uwb) == false {
            let healthy = try Self.messages(of: ZooAccessory(.appleSample), in: scenario)
            #expect(
                try Self.messages(of: ZooAccessory(.appleSample, defect), in: scenario) == healthy, "\(scenario.name)")
        }
    }

    /// The scenarios that the zoo plays.
    private static let suites = Scenario.all.filter {
        ($0.suite == .conformance || $0.suite == .robustness) && $0.phone.companions.isEmpty
    }

    /// Returns the kind and the instant of everything that passes over an accessory's link.
    private static func messages(of accessory: ZooAccessory, in scenario: Scenario) throws -> [String] {
        let recorder = JournalRecorder()
        _ = ZooBench(accessory, on: try rig).play(scenario, seed: 1, recorder: recorder)
        return recorder.entries.compactMap { entry in
            guard case .phone(let event) = entry.event else { return nil }
            switch event {
            case .channel, .sent, .nearby(_, .received): return "\(entry.instant) \(event)"
            default: return nil
            }
        }
    }

    @Test("The zoo plays the data channel's defects without a kit as well, and says how many it caught")
    func zoo() throws {
        let accessories =
            [ZooAccessory(.nxp), ZooAccessory(.appleSample, .neverStarts)]
            + [.noisyDistance, .ignoresStop].map { ZooAccessory(.appleSample, $0) }
        let scenarios = [Scenario.named("restartsAfterStop"), .named("measuresTruly")]
        let plan = ZooPlan(scenarios: scenarios, accessories: accessories, on: .simulated, andOn: try Self.rig, seed: 1)
        #expect(plan.count == 2 * (4 + 3))
        let matrix = plan.matrix(of: (0..<plan.count).map { plan.play(at: $0) })
        let withoutKit = try #require(matrix.withoutKit)
        #expect(withoutKit.rows.map(\.accessory.name) == ["healthy nxp", "neverStarts", "ignoresStop"])
        #expect(withoutKit.catches.allSatisfy { $0.by.map(\.scenario).contains("restartsAfterStop") })
        #expect(matrix.isComplete && withoutKit.rows[0].results.allSatisfy { $0.mark == .passed })
        let verdict = [
            "without a UWB kit: 2 of 2 defects of the data channel caught by name; the rig",
            "  blamed 0 times, 0 false alarms",
        ]
        #expect(matrix.text.hasSuffix("\n" + verdict.joined(separator: "\n") + "\n"), "\(matrix.text)")
        let command = withoutKit.rows[0].results[0].command.joined(separator: "\n")
        #expect(command.contains("--port uwb=none"), "\(command)")
    }

    @Test("A defect that escapes only without a kit keeps the matrix from being complete")
    func incomplete() throws {
        let silent = ZooAccessory(.appleSample, .neverStarts)
        func matrix(_ withoutKit: Verdict) -> ZooMatrix {
            let caught = Sample.result("a", silent, .failed, cause: "it never starts", code: "session.neverStarted")
            return ZooMatrix(
                scenarios: ["a"], rows: [(silent, [caught])],
                withoutKit: [(silent, [Sample.result("a", silent, withoutKit)])])
        }
        for verdict in [Verdict.passed, .error] {
            #expect(!matrix(verdict).isComplete && matrix(verdict).escaped.isEmpty)
            #expect(matrix(verdict).text.contains("\nescaped without a UWB kit\n  neverStarts (F2)"))
        }
        #expect(matrix(.error).text.contains("\nthe rig was blamed without a UWB kit\n"))
    }

    @Test("An accessory that says that it stopped, without a kit to range with, has said something unasked")
    func nothingElse() throws {
        let bench = ZooBench(ZooAccessory(.appleSample, .saysStoppedUnasked), on: try Self.rig)
        let result = bench.play(.named("ownChoices"), seed: 1)
        #expect(result.summary.verdict == .failed, "\(result.reason ?? "")")
        #expect(result.summary.failures.first?.code == "expectation.somethingElse", "\(result.reason ?? "")")
    }
}
