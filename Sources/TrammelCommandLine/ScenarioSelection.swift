import ArgumentParser
import Catalogues
import Ground
import Runs
import ScenarioKit

/// Which scenarios a command is about: those that are named, and of these what suite and tags leave.
struct ScenarioSelection: ParsableArguments {
    @Argument(
        help:
            "Scenarios, by name, by a pattern of names ('*Tag*'), or by file (Swift or JSON); all when there are none.",
        completion: Completions.scenarios)
    var scenarios: [String] = []

    @Option(name: .long, help: "Only scenarios of this suite.", completion: Completions.suites)
    var suite: String?

    @Option(
        name: .long, help: "Only scenarios with this tag; if repeated, with any of the tags.",
        completion: Completions.tags)
    var tag: [String] = []

    @Option(name: .long, help: "No scenarios with this tag; may be repeated.", completion: Completions.tags)
    var skipTag: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The folder below which scenarios find the association files that they name by path.",
            valueName: "folder"))
    var associations = "Scenarios"

    /// Whether something was asked for: then what the rig cannot play is told, and not left out in silence.
    var isPicked: Bool { !scenarios.isEmpty || suite != nil || !tag.isEmpty }

    /// How it was asked for.
    var asking: RunPlan.Asking { !isPicked ? .forNothing : scenarios.isEmpty ? .byKind : .byName }

    /// What was asked for, in words: `the suite conformance`; nil for all that there is.
    var inWords: String? {
        let tags = tag.isEmpty ? nil : "the tag \(tag.joined(separator: " or "))"
        let kinds = [suite.map { "the suite \($0)" }, tags].compactMap(\.self).joined(separator: " with ")
        if !scenarios.isEmpty { return "what was named" + (kinds.isEmpty ? "" : " of \(kinds)") }
        return kinds.isEmpty ? nil : kinds
    }

    /// The scenarios that are meant, each once; an unknown name of anything is a usage error.
    func chosen() throws -> [Scenario] {
        do {
            let named = try scenarios.isEmpty ? Catalogue.scenarios : Catalogue.scenarios(named: scenarios)
            try refuse(clashesAmong: named)
            let suites = try Self.known([suite].compactMap { $0 }, as: "suite", ScenarioSuite.self)
            let wanted = try Self.known(tag, as: "tag", ScenarioTag.self)
            let unwanted = try Self.known(skipTag, as: "tag", ScenarioTag.self)
            return named.filter { scenario in
                suites.allSatisfy { $0 == scenario.suite }
                    && (wanted.isEmpty || wanted.contains { scenario.tags.contains($0) })
                    && !unwanted.contains { scenario.tags.contains($0) }
            }.map { $0.readingAssociations(below: associations) }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Refuses two scenarios of one name, which reports, history and quarantine could not tell apart.
    private func refuse(clashesAmong named: [Scenario]) throws {
        let clashes = scenarios.isEmpty ? [] : Catalogue.clashes(among: named, and: []).map(\.description)
        let hidden = scenarios.isEmpty ? [] : unlisted.filter { $0.namesake != nil }.map { "\($0.spot): \($0.problem)" }
        guard clashes.isEmpty, hidden.isEmpty else {
            throw ValidationError((clashes + hidden).map(\.escapedForDisplay).joined(separator: "\n"))
        }
    }

    /// What is written where the choice looks and no catalogue names: of the files that are named, or of all where
    /// nothing narrows the choice.
    var unlisted: [ScenarioSources.Unlisted] {
        guard isPicked else { return ScenarioSources.unlisted() }
        return scenarios.filter { $0.hasSuffix(".swift") }.flatMap { ScenarioSources.unlisted(in: $0) }
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
