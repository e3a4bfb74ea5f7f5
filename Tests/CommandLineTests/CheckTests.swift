import Testing

@Suite struct CheckTests {
    @Test(arguments: ["simulated", "virtual", "deskBench"])
    func theCatalogueHasNoProblemsOnItsOwnRigs(rig: String) throws {
        let ended = try Program.run("check", "--rig", rig)
        #expect(ended.status == 0 && ended.output.isEmpty, "\(ended.output)")
    }

    @Test(arguments: [
        "zoneWalk", "Scenarios/ZoneWalk.swift", "./Scenarios/ZoneWalk.swift", "/a/b/Scenarios/ZoneWalk.swift",
        "ZoneWalk.swift", "Scenarios/Conformance/Link.swift",
    ])
    func aScenarioIsNamedByItsNameOrByItsFile(argument: String) throws {
        #expect(try Program.run("check", argument).status == 0)
    }

    @Test func aProblemOfTheRigIsToldAndIsStatusOne() throws {
        let ended = try Program.run("check", "tagOpensApp", "--port", "nfc=none")
        #expect(ended.status == 1)
        #expect(ended.output.contains("rig simulated: doorTag cannot be read without nfc"), "\(ended.output)")
    }
}
