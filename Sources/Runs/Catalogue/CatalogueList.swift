import Evidence
import Ground
import JSON
import Reports
import RigKit
public import ScenarioKit

/// The list of scenarios and rigs, for people and for programs.
public struct CatalogueList {
    private let scenarios: [Scenario]
    private let hasRigs: Bool

    public init(of scenarios: [Scenario], withRigs hasRigs: Bool) {
        self.scenarios = scenarios
        self.hasRigs = hasRigs
    }

    /// The names for people, by suite, with the tags and the rigs: one screen, in lines of at most 80 columns.
    public var overview: String {
        let suites = ScenarioSuite.allCases.map { ("suite \($0)", $0) } + [("in no suite", nil as ScenarioSuite?)]
        var lines = ["\(counted(scenarios.count, "scenario"))"]
        for (title, suite) in suites {
            let names = bases.filter { $0.suite == suite }.map { $0.count > 1 ? "\($0.base).* (\($0.count))" : $0.base }
            guard !names.isEmpty else { continue }
            let rest = names.count - Self.mostNames
            let more = rest > 0 ? " and \(rest) more" : ""
            let shown = names.prefix(Self.mostNames).joined(separator: ", ") + more
            lines += Paragraph.lines("  \(title): ", shown, indent: 4)
        }
        let tags = ScenarioTag.allCases.map { tag in (tag, scenarios.count { $0.tags.contains(tag) }) }
        let words = tags.filter { $0.1 > 0 }.map { "\($0.0.rawValue) (\($0.1))" }
        lines += Paragraph.lines("  tags: ", words.joined(separator: ", "), indent: 4)
        if hasRigs {
            lines.append("rigs")
            for rig in Catalogue.rigs { lines += Paragraph.lines("  \(rig.name): ", rig.summary, indent: 4) }
            let own = RigFolder.names()
            if !own.isEmpty {
                lines += Paragraph.lines("  in \(RigFolder.path): ", own.joined(separator: ", "), indent: 4)
            }
        }
        lines += Paragraph.lines(
            "", "\(Program.command) list with names, --suite or --tag describes scenarios, --all everything", indent: 2)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The most names shown of a suite.
    private static let mostNames = 24

    /// The scenarios' names without arguments, each with its suite and its number of variants.
    private var bases: [(base: String, suite: ScenarioSuite?, count: Int)] {
        var bases: [(base: String, suite: ScenarioSuite?, count: Int)] = []
        for scenario in scenarios {
            if scenario.argument != nil, let last = bases.indices.last, bases[last].base == scenario.base {
                bases[last].count += 1
            } else {
                bases.append((scenario.base, scenario.suite, 1))
            }
        }
        return bases
    }

    /// The list for people, in lines of at most 80 columns.
    public var table: String {
        let names = scenarios.map(\.indentedName) + Catalogue.rigs.map(\.name)
        let width = names.map(\.count).max() ?? 0
        func entry(_ name: String, _ sentence: String, _ details: [String]) -> String {
            let margin = String(repeating: " ", count: width + 4)
            let lines = Paragraph.lines("  \(name.padded(to: width))  ", sentence)
            return (lines + details.flatMap { Paragraph.lines(margin, $0) }).joined(separator: "\n") + "\n"
        }
        var text = scenarios.isEmpty ? "no scenario is like that\n" : "scenarios\n"
        var base: String?
        for scenario in scenarios {
            if scenario.argument != nil, scenario.base != base {
                text += entry(scenario.base, "all of these, each with its own argument:", [])
            }
            base = scenario.base
            text += entry(
                scenario.indentedName, scenario.summary,
                ["needs \(scenario.needs.inWords)"] + (scenario.kinds.map { [$0] } ?? []))
        }
        guard hasRigs else { return text }
        text += "rigs\n"
        for rig in Catalogue.rigs {
            text += entry(rig.name, "\(rig.kind): \(rig.summary)", ["has \(rig.offers.asOffers)"])
        }
        return text
    }

    /// Returns a JSON document for programs.
    public func document() -> String {
        let content = Content(
            scenarios: scenarios.map(Content.Scenario.init), rigs: Catalogue.rigs.map(Content.Rig.init))
        return String(decoding: JSON.document(content), as: UTF8.self)
    }
}

/// The fields of `trammel list --json`.
private struct Content: Encodable {
    struct Scenario: Encodable {
        let name: String
        let base: String
        let argument: String?
        let summary: String
        let file: String
        let line: Int
        let needs: [String]
        let suite: String?
        let tags: [String]
        let covers: [String]

        init(_ scenario: ScenarioKit.Scenario) {
            name = scenario.name
            base = scenario.base
            argument = scenario.argument
            summary = scenario.summary
            file = scenario.spot.file
            line = scenario.spot.line
            needs = scenario.needs.map(\.code)
            suite = scenario.suite?.rawValue
            tags = scenario.tags.map(\.rawValue)
            covers = scenario.covers.map(\.description)
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
    /// The need in one word for programs: `uwb`, `accessory:door`.
    fileprivate var code: String {
        switch self {
        case .bluetooth: "bluetooth"
        case .uwb: "uwb"
        case .nfc: "nfc"
        case .motion: "motion"
        case .angles: "angles"
        case .accessory(let name): "accessory:\(name)"
        case .phone(let name): "phone:\(name)"
        case .tag(let name): "tag:\(name)"
        case .screen(let name): "screen:\(name)"
        case .screenConsole(let name): "screenConsole:\(name)"
        case .simulatedScreens: "simulatedScreens"
        case .game: "game"
        case .troubledNetwork: "troubledNetwork"
        case .power(let name): "power:\(name)"
        case .part(let part, let name): "\(part.rawValue):\(name)"
        case .gatt(let name): "gatt:\(name)"
        case .console(let name): "console:\(name)"
        case .air(let radio, let name): "air.\(radio.rawValue):\(name)"
        case .simulated(let name): "simulated:\(name)"
        case .simulatedReader: "simulatedReader"
        case .readerCable: "readerCable"
        }
    }
}

extension Scenario {
    /// The name, indented if the scenario is one of several variants.
    fileprivate var indentedName: String { argument == nil ? name : "  \(name)" }

    /// The suite, tags and coverage, such as `conformance: quick, robustness; covers F8, F9`; nil if it has none.
    fileprivate var kinds: String? {
        var parts: [String] = []
        let tags = tags.map(\.rawValue).joined(separator: ", ")
        switch (suite, tags.isEmpty) {
        case (let suite?, false): parts.append("\(suite): \(tags)")
        case (let suite?, true): parts.append("\(suite)")
        case (nil, false): parts.append(tags)
        case (nil, true): break
        }
        if !covers.isEmpty { parts.append("covers \(covers.map(\.description).joined(separator: ", "))") }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
