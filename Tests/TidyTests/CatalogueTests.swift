import Foundation
import GateKit
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

/// The handwritten lists of scenarios and rigs, compared with the declarations in their folders.
@Suite struct CatalogueTests {
    /// Returns the constants declared as `static let name = Type(` in a folder, each with the line above it.
    private func declarations(of type: String, in folder: String) -> [(name: String, above: String)] {
        Project.swiftFiles.filter { $0.path.hasPrefix(folder + "/") }.flatMap { file in
            file.lines.enumerated().compactMap { index, line in
                let words = line.split(separator: " ")
                guard let start = words.firstIndex(of: "let"), words.count > start + 3, words[start + 2] == "=",
                    words[start + 3] == type || words[start + 3].hasPrefix(type + "(")
                else { return nil }
                return (String(words[start + 1]), index > 0 ? file.lines[index - 1] : "")
            }
        }
    }

    /// The name of each scenario in a group, with the line above it.
    private static let written: [(name: String, above: String)] = Project.swiftFiles.filter {
        $0.path.hasPrefix("Scenarios/")
    }.flatMap { file in
        file.lines.indices.compactMap { index in
            guard file.lines[index].drop(while: { $0 == " " }).hasPrefix("Scenario(") else { return nil }
            let words = (file.lines[index] + file.lines[index + 1]).split(separator: "(", maxSplits: 1)
            let first = words.last?.drop { $0 == " " } ?? ""
            // A name from a list is written only in that list.
            guard first.hasPrefix("\"") else { return nil }
            return (String(first.dropFirst().prefix { $0 != "\"" }), file.lines[index - 1])
        }
    }

    @Test func theCatalogueHasEveryGroupAndEveryScenario() throws {
        let groups = declarations(of: "ScenarioGroup", in: "Scenarios").map(\.name).filter { $0 != "all" }
        let catalogue = try #require(Project.swiftFiles.first { $0.path == "Scenarios/Catalogue.swift" })
        let listed = catalogue.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(groups.count >= 20)
        for group in groups { #expect(listed.count { $0 == group } == 1, "\(group) must be in the catalogue once") }
        #expect(Self.written.count > 100)
        #expect(Set(Self.written.map(\.name)).subtracting(Scenario.all.map(\.base)) == [])
        #expect(Set(Scenario.all.map(\.oneWord)).count == Scenario.all.count)
    }

    @Test func theListOfRigsHasEveryDeclarationUnderItsOwnName() {
        let declared = declarations(of: "Rig", in: "Rigs")
        #expect(declared.count >= 3)
        #expect(Rig.all.map(\.name).sorted() == declared.map(\.name).sorted())
    }

    @Test func theListOfPlansHasEveryDeclarationUnderItsOwnName() {
        let declared = declarations(of: "GatePlan", in: "Scenarios").map(\.name)
        #expect(declared.count >= 2)
        #expect(GatePlan.all.map(\.name).sorted() == (declared + ["standard"]).sorted())
    }

    @Test func everyPlanSpeaksOfScenariosThatExist() {
        let facts = Scenario.all.map {
            ScenarioFacts(name: $0.name, hash: "", suite: $0.suite?.rawValue, tags: $0.tags.map(\.rawValue))
        }
        #expect(GatePlan.all.problems(scenarios: facts) == [])
    }

    @Test func everyScenarioAndRigSaysWhatItIsFor() {
        for (name, above) in declarations(of: "Rig", in: "Rigs") {
            #expect(above.contains("///"), "\(name) has no doc comment")
        }
        for (name, above) in Self.written {
            // For a scenario in a suite, its summary says why it exists, and `covers` what for.
            let isInSuite = Scenario.all.contains { $0.base == name && $0.suite != nil && !$0.covers.isEmpty }
            let isExplained = above.contains("//") || above.contains("= ScenarioGroup")
            #expect(isInSuite || isExplained, "\(name) has no comment")
        }
    }

    @Test(arguments: Rig.all.map(\.name)) func everyScenarioIsSound(on bench: String) throws {
        let rig = try #require(Rig.all.first { $0.name == bench })
        for scenario in Scenario.all { expectSound(scenario, on: rig) }
    }

    private func expectSound(_ scenario: Scenario, on rig: Rig) {
        // A rig without one of the scenario's accessories or tags skips it, with the reason.
        let names = rig.accessories.map(\.name)
        let tags = rig.tags.map(\.name)
        for case .tag(let name) in scenario.needs where !tags.contains(name) { return }
        for case .accessory(let name) in scenario.needs where !names.contains(name) { return }
        let phones = rig.phones.map(\.name)
        for name in scenario.phones where !phones.contains(name) { return }
        let screens = rig.screens.map(\.name)
        for case .screen(let name) in scenario.needs where !screens.contains(name) { return }
        let facts = BenchFacts(accessories: names, tags: tags, phones: phones, screens: screens)
        #expect(scenario.problems(on: facts) == [], "\(scenario.name) on \(rig.name)")
    }
}
