import ArgumentParser
import Ground
import ScenarioKit
import Scenarios
import System
import TagRouting

/// Which scenarios a command is about: those that are named, and of these what suite and tags leave.
struct ScenarioSelection: ParsableArguments {
    @Argument(help: "Scenarios, by name or by file; all when there are none.")
    var scenarios: [String] = []

    @Option(name: .long, help: "Only what belongs to this suite.")
    var suite: String?

    @Option(name: .long, help: "Only what has this tag; repeated, what has one of them.")
    var tag: [String] = []

    @Option(name: .long, help: "Nothing that has this tag; may be repeated.")
    var skipTag: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder below which scenarios find the association files that they name by path.",
            valueName: "folder"))
    var associations = "Scenarios"

    /// Whether something was asked for: then what the rig cannot play is told, and not left out in silence.
    var isPicked: Bool { !scenarios.isEmpty || suite != nil || !tag.isEmpty }

    /// The scenarios that are meant, each once; an unknown name of anything is a usage error.
    func chosen() throws -> [Scenario] {
        do {
            let named = try scenarios.isEmpty ? Scenario.all : Catalogue.scenarios(named: scenarios)
            let suites = try Self.known([suite].compactMap { $0 }, as: "suite", ScenarioSuite.self)
            let wanted = try Self.known(tag, as: "tag", ScenarioTag.self)
            let unwanted = try Self.known(skipTag, as: "tag", ScenarioTag.self)
            return named.filter { scenario in
                suites.allSatisfy { $0 == scenario.suite }
                    && (wanted.isEmpty || wanted.contains { scenario.tags.contains($0) })
                    && !unwanted.contains { scenario.tags.contains($0) }
            }.map(withAssociations)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The scenario with the association files that it names in it; one that cannot be read is a problem that is found
    /// before the run.
    private func withAssociations(_ scenario: Scenario) -> Scenario {
        let read = try? scenario.resolvingFiles { path throws(SystemError) in
            try Files.text(of: "\(associations)/\(path)", atMost: AssociationFile.sizeLimit + 1)
        }
        return read ?? scenario
    }

    private static func known<Value: RawRepresentable<String> & CaseIterable>(
        _ names: [String], as kind: String, _: Value.Type
    ) throws(UnknownName) -> [Value] {
        var values: [Value] = []
        for name in names {
            guard let value = Value(rawValue: name) else {
                throw UnknownName(kind: kind, name: name, known: Value.allCases.map(\.rawValue))
            }
            values.append(value)
        }
        return values
    }
}
