import Foundation
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

/// The hand-written lists of scenarios and rigs against the declarations in their folders.
@Suite struct CatalogueTests {
    /// The constants that are declared as `static let name = Type(`, or by a function of the folder that makes one,
    /// each with the line above it.
    private func declarations(of type: String, in folder: String) -> [(name: String, above: String)] {
        Project.swiftFiles.filter { $0.path.hasPrefix(folder + "/") }.flatMap { file in
            file.lines.enumerated().compactMap { index, line in
                let words = line.split(separator: " ")
                guard let start = words.firstIndex(of: "let"), words.count > start + 3, words[start + 2] == "=",
                    ([type] + Self.makers).contains(where: { words[start + 3].hasPrefix($0 + "(") })
                else { return nil }
                return (String(words[start + 1]), index > 0 ? file.lines[index - 1] : "")
            }
        }
    }

    /// Scenarios that differ in one value are made by these.
    private static let makers = ["field", "probe"]

    @Test func theListOfScenariosHasEveryDeclarationUnderItsOwnName() {
        let declared = declarations(of: "Scenario", in: "Scenarios")
        #expect(declared.count >= 6)
        #expect(Scenario.all.map(\.name).sorted() == declared.map(\.name).sorted())
    }

    @Test func theListOfRigsHasEveryDeclarationUnderItsOwnName() {
        let declared = declarations(of: "Rig", in: "Rigs")
        #expect(declared.count >= 3)
        #expect(Rig.all.map(\.name).sorted() == declared.map(\.name).sorted())
    }

    @Test func everyScenarioAndRigSaysWhatItIsFor() {
        for (name, above) in declarations(of: "Scenario", in: "Scenarios") + declarations(of: "Rig", in: "Rigs") {
            // The sentence of a scenario in a suite says why it is there, and `covers` what for.
            let isInSuite = Scenario.all.contains { $0.name == name && $0.suite != nil && !$0.covers.isEmpty }
            #expect(isInSuite || above.contains("///"), "\(name) has no doc comment")
        }
    }

    @Test(arguments: Scenario.all, Rig.all) func everyScenarioIsSoundOnEveryRig(scenario: Scenario, rig: Rig) {
        // A rig without one of the scenario's accessories or tags skips it, with the reason.
        let names = rig.accessories.map(\.name)
        let tags = rig.tags.map(\.name)
        for case .tag(let name) in scenario.needs where !tags.contains(name) { return }
        for case .accessory(let name) in scenario.needs where !names.contains(name) { return }
        let facts = BenchFacts(accessories: names, tags: tags)
        #expect(scenario.problems(on: facts) == [])
    }

    @Test func theModuleTableOfTheReadmeNamesTheFoldersThatExist() throws {
        let readme = try #require(Project.files.first { $0.path == "README.md" }, "the project has no README.md")
        let named = readme.lines.compactMap { line -> String? in
            guard line.hasPrefix("| `") else { return nil }
            return String(line.dropFirst(3).prefix { $0 != "`" })
        }
        let folders = Project.moduleFolders.compactMap { $0.split(separator: "/").last.map(String.init) }
        #expect(Set(named.filter { $0.first?.isLetter == true && !$0.contains(" ") }) == Set(folders))
        #expect(Set(named).count == named.count, "a module stands twice in the table")
    }
}
