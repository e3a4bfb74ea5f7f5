import ArgumentParser
import Ground
import Runs
import ScenarioKit

/// The options that select scenarios: those that are named, filtered by suite and tags.
struct ScenarioSelection: ParsableArguments {
    @Argument(
        help:
            "Scenarios, by name, name pattern ('*Tag*') or file (Swift or JSON); by default all.",
        completion: Completions.scenarios)
    var scenarios: [String] = []

    @Option(
        name: .long, help: "Only scenarios of this suite; if repeated, of any of the suites.",
        completion: Completions.suites)
    var suite: [String] = []

    @Option(
        name: .long, help: "Only scenarios with this tag; if repeated, with any of the tags.",
        completion: Completions.tags)
    var tag: [String] = []

    @Option(name: .long, help: "No scenarios with this tag; may be repeated.", completion: Completions.tags)
    var skipTag: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The root of the paths by which scenarios name association files.",
            valueName: "folder"))
    var associations = "Scenarios"

    /// Whether scenarios were requested; then those that the rig cannot play are reported instead of silently left
    /// out.
    var isPicked: Bool { !scenarios.isEmpty || !suite.isEmpty || !tag.isEmpty }

    /// The way in which scenarios were requested.
    var asking: RunPlan.Asking { !isPicked ? .forNothing : scenarios.isEmpty ? .byKind : .byName }

    /// The request in words, such as `the suite conformance`; nil for all scenarios.
    var inWords: String? {
        let suites = suite.isEmpty ? nil : "the suite \(suite.joined(separator: " or "))"
        let tags = tag.isEmpty ? nil : "the tag \(tag.joined(separator: " or "))"
        let kinds = [suites, tags].compactMap(\.self).joined(separator: " with ")
        if !scenarios.isEmpty { return "the selection" + (kinds.isEmpty ? "" : " of \(kinds)") }
        return kinds.isEmpty ? nil : kinds
    }

    /// Returns the selected scenarios without duplicates; any unknown name is a usage error.
    func chosen() throws -> [Scenario] {
        do {
            let named = try scenarios.isEmpty ? Catalogue.scenarios : Catalogue.scenarios(named: scenarios)
            try refuse(clashesAmong: named)
            let suites = try Self.known(suite, as: "suite", ScenarioSuite.self)
            let wanted = try Self.known(tag, as: "tag", ScenarioTag.self)
            let unwanted = try Self.known(skipTag, as: "tag", ScenarioTag.self)
            return named.filter { scenario in
                (suites.isEmpty || suites.contains { $0 == scenario.suite })
                    && (wanted.isEmpty || wanted.contains { scenario.tags.contains($0) })
                    && !unwanted.contains { scenario.tags.contains($0) }
            }.map { $0.readingAssociations(below: associations) }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// Rejects two scenarios with the same name, which reports, history and quarantine could not distinguish.
    private func refuse(clashesAmong named: [Scenario]) throws {
        let clashes = scenarios.isEmpty ? [] : Catalogue.clashes(among: named, and: []).map(\.description)
        let hidden = scenarios.isEmpty ? [] : unlisted.filter { $0.namesake != nil }.map { "\($0.spot): \($0.problem)" }
        guard clashes.isEmpty, hidden.isEmpty else {
            throw ValidationError((clashes + hidden).map(\.escapedForDisplay).joined(separator: "\n"))
        }
    }

    /// The scenarios in the sources that no catalogue lists: in the named files, or in all if nothing narrows the
    /// selection.
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
