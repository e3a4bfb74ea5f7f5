import Benches
import Engine
import Foundation
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Testing

/// The Swift in the guides.
@Suite struct GuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let guides = [
        "README.md", "Rigs/README.md", "Scenarios/README.md", "Sources/Trammel/Trammel.docc/LatencyLimit.md",
        "Sources/Trammel/Trammel.docc/OwnChannel.md", "Sources/Trammel/Trammel.docc/OwnTag.md",
        "Sources/Trammel/Trammel.docc/ReleaseGate.md", "Sources/Trammel/Trammel.docc/TwoAccessories.md",
    ]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the lines of Swift without indentation, comments behind code and imports.
    private static func flat(_ text: some StringProtocol) -> String {
        text.split(separator: "\n")
            .map { ($0.components(separatedBy: "  //").first ?? "").trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: " ")
    }

    @Test("the Swift of a guide is among the examples that compile", arguments: guides)
    func compiled(guide: String) throws {
        let compiled = try Self.flat(Self.text("Tests/CataloguesTests/GuideExamples.swift"))
        let blocks = try Self.text(guide).components(separatedBy: "```swift\n").dropFirst()
            .compactMap { (part: String) in part.components(separatedBy: "```").first }.filter { !$0.contains("...") }
        #expect(!blocks.isEmpty)
        for block in blocks { #expect(compiled.contains(Self.flat(block)), "\(block)") }
    }

    @Test("the scenarios of the guides pass on simulated devices")
    func passes() throws {
        let tag = "lockedTag=simulated:chip=ntag213,state=locked,records=uri:https://door.example.com/door/7"
        let rig = try Rig.simulated.replacing([tag])
        let doors = try Rig.simulated.naming([NameAssignment("front=door"), NameAssignment("rear=trunk")])
        let groups: [(ScenarioGroup, Rig)] = [
            (.ourDoor, .simulated), (.patience, .simulated), (.bothDoors, doors), (.quickEnough, .simulated),
            (.ourTags, rig),
        ]
        for (group, rig) in groups {
            for scenario in group.scenarios {
                let bench = try BenchFactory.open(rig, for: scenario, seed: 1)
                defer { bench.close() }
                let summary = ScenarioRun(scenario: scenario, rig: rig, seed: 1).play(
                    on: bench, recorder: JournalRecorder())
                #expect(summary.verdict == .passed, "\(scenario.name): \(summary.reason ?? "")")
            }
        }
    }

    @Test("the scenarios and rigs of the guides have no problems")
    func sound() {
        let groups: [ScenarioGroup] = [.ourDoor, .patience, .bothDoors, .quickEnough, .ourTags]
        for scenario in groups.flatMap(\.scenarios) { #expect(scenario.problems() == [], "\(scenario.name)") }
        for rig in [Rig.frontDoor, .ownChannel] { #expect(rig.problems() == [], "\(rig.name)") }
    }
}
