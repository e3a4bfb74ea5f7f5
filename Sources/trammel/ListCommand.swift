import ArgumentParser
import FoundationEssentials
import Ground
import RigKit
import Rigs
import ScenarioKit
import Scenarios

/// Shows what there is to play, and on what.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show all scenarios and all rigs.")

    @Flag(name: .long, help: "Write one JSON document for other programs.")
    var json = false

    func run() throws {
        StandardOutput.shared.write(json ? try document() : table())
    }

    private func table() -> String {
        let names = Scenario.all.map(\.name) + Rig.all.map(\.name)
        let width = names.map(\.count).max() ?? 0
        func entry(_ name: String, _ sentence: String, _ detail: String) -> String {
            let gap = String(repeating: " ", count: width - name.count + 2)
            return "  \(name)\(gap)\(sentence)\n  " + String(repeating: " ", count: width + 2) + "\(detail)\n"
        }
        var text = "scenarios\n"
        for scenario in Scenario.all {
            text += entry(scenario.name, scenario.summary, "needs \(scenario.needs.inWords)")
        }
        text += "rigs\n"
        for rig in Rig.all { text += entry(rig.name, "\(rig.kind): \(rig.summary)", "has \(rig.offers.inWords)") }
        return text
    }

    private func document() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let content = Content(scenarios: Scenario.all.map(Content.Scenario.init), rigs: Rig.all.map(Content.Rig.init))
        return String(decoding: try encoder.encode(content), as: UTF8.self) + "\n"
    }
}

/// The fields of `trammel list --json`.
private struct Content: Encodable {
    struct Scenario: Encodable {
        let name: String
        let summary: String
        let file: String
        let line: Int
        let needs: [String]

        init(_ scenario: ScenarioKit.Scenario) {
            name = scenario.name
            summary = scenario.summary
            file = scenario.spot.file
            line = scenario.spot.line
            needs = scenario.needs.map(\.code)
        }
    }

    struct Rig: Encodable {
        let name: String
        let summary: String
        let kind: String
        let has: [String]

        init(_ rig: RigKit.Rig) {
            name = rig.name
            summary = rig.summary
            kind = rig.kind.rawValue
            has = rig.offers.map(\.code)
        }
    }

    let format = 1
    let scenarios: [Scenario]
    let rigs: [Rig]
}

extension Need {
    /// One word for programs: `uwb`, `accessory:door`.
    fileprivate var code: String {
        switch self {
        case .bluetooth: "bluetooth"
        case .uwb: "uwb"
        case .nfc: "nfc"
        case .motion: "motion"
        case .accessory(let name): "accessory:\(name)"
        case .tag(let name): "tag:\(name)"
        }
    }
}
