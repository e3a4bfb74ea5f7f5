import Foundation
import TestSupport
import Testing

@Suite struct CheckTests {
    @Test(arguments: ["simulated", "simulatedNoisy"])
    func theCatalogueHasNoProblemsOnItsOwnRigs(rig: String) throws {
        let ended = try Program.run("check", "--rig", rig)
        let looked = #/([0-9]+) scenarios checked on the rig ([A-Za-z]+): 0 problems\n/#
        let found = try #require(ended.output.wholeMatch(of: looked), "\(ended.output)")
        #expect(ended.status == 0 && Int(found.1) ?? 0 > 100 && found.2 == rig)
    }

    /// What is not on this machine is told, and nothing else.
    @Test(arguments: ["virtual", "deskBench"])
    func theCatalogueHasNoProblemsOnRigsWithDevices(rig: String) throws {
        let ended = try Program.run("check", "--rig", rig)
        let lines = ended.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(ended.status == (lines.count == 1 ? 0 : 3), "\(ended.output)")
        for line in lines.dropLast() { #expect(line.hasPrefix("rig \(rig): "), "\(line)") }
        #expect(lines.last?.contains("checked on the rig \(rig): 0 problems") == true, "\(ended.output)")
    }

    @Test(arguments: [
        "zoneWalk", "zoneW*", "*oneWal[jk]",
        "Scenarios/ZoneWalk.swift", "./Scenarios/ZoneWalk.swift", "/a/b/Scenarios/ZoneWalk.swift",
        "ZoneWalk.swift", "Scenarios/Conformance/Link.swift", "Conformance/Link.swift",
    ])
    func aScenarioIsNamedByItsNameOrByItsFile(argument: String) throws {
        #expect(try Program.run("check", argument).status == 0)
    }

    @Test func aProblemOfTheRigIsToldAndIsStatusOne() throws {
        let ended = try Program.run("check", "tagOpensApp", "--port", "nfc=acr122_usb")
        #expect(ended.status == 1)
        #expect(ended.output.contains("rig simulated: nfc is real, but the rig is simulated"), "\(ended.output)")
    }

    /// In a folder of its own: the scenario is written, and no catalogue names it.
    @Test func aScenarioThatIsNotInTheCatalogueIsToldSo() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch("Scenarios"), withIntermediateDirectories: false)
        let mine = "static let ours = ScenarioGroup {\n    Scenario(\n        \"mine\", \"\") {}\n}\n"
        try Data(mine.utf8).write(to: URL(filePath: scratch("Scenarios/Mine.swift")))
        func ended(_ arguments: String...) throws -> Program.Ended {
            let command = "cd '\(scratch.path)' && exec \"$0\" \"$@\""
            return try Program(arguments, launcher: ["/bin/sh", "-c", command]).end()
        }
        let missing = "Scenarios/Mine.swift:2: mine is not in the catalogue that this program was built with"
        for argument in ["mine", "Scenarios/Mine.swift"] {
            let run = try ended("run", argument)
            #expect(run.status == 64 && run.error.contains(missing), "\(run.error)")
            #expect(run.error.contains("add ours to Scenarios/Catalogue.swift and build again"))
        }
        let checked = try ended("check")
        #expect(checked.status == 1 && checked.output.hasPrefix("Scenarios/Mine.swift:2: mine is not in the catalogue"))
        #expect(try ended("check", "fullFlow").status == 0)
        let played = try ended("run", "--tag", "needsMotion", "--skip-tag", "needsMotion")
        #expect(played.status == 4 && !played.error.contains("mine"))
        try Data("static let all = ScenarioGroup { ours }\n".utf8).write(
            to: URL(filePath: scratch("Scenarios/Catalogue.swift")))
        #expect(try ended("run", "mine").error.contains("build the program again"))
    }
}
