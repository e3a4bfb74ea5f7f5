import Catalogues
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import TestSupport
import Testing

@Suite struct CatalogueTests {
    @Test("a name that two scenarios or two rigs have is a problem at the later one, and the built-in ones have none")
    func clashes() throws {
        #expect(Catalogue.clashes(among: Scenario.all, and: Rig.all) == [])
        let ours = Scenario("fullFlow", "Ours") { Connect(.door, within: .seconds(1)) }
        let problems = Catalogue.clashes(among: Scenario.all + [ours], and: Rig.all + [.simulated])
        #expect(problems.count == 2 && problems.allSatisfy { $0.weight == .fault })
        #expect(problems.first?.spot == ours.spot)
    }

    @Test("a scenario is found by its name, by a pattern and by its file, each once and in the order that was typed")
    func found() throws {
        let named = try Catalogue.scenarios(named: ["zoneWalk", "fullF*", "zoneWalk", "Scenarios/FullFlow.swift"])
        #expect(named.map(\.name) == ["zoneWalk", "fullFlow"])
        #expect(try Catalogue.rig(named: "simulated").kind == .simulated)
    }

    @Test("an unknown name is told with the nearest one, a file with its like")
    func unknown() {
        let scenario = #expect(throws: UnknownName.self) { try Catalogue.scenarios(named: ["fulFlow"]) }
        #expect(scenario?.near == ["fullFlow"] && scenario?.listing == "trammel list")
        let rig = #expect(throws: UnknownName.self) { try Catalogue.rig(named: "simulatet") }
        #expect(rig?.near.first == "simulated")
        let file = #expect(throws: UnknownName.self) { try Catalogue.scenarios(named: ["Elsewhere/FullFlows.swift"]) }
        #expect(file?.near.contains { $0.hasSuffix("FullFlow.swift") } == true)
    }

    @Test("a list of some scenarios has no rigs for people, and the document has what was asked for")
    func lists() throws {
        let some = CatalogueList(of: try Catalogue.scenarios(named: ["fullFlow"]), withRigs: false)
        #expect(!some.table.contains("rigs\n") && some.table.contains("fullFlow"))
        #expect(some.table.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(CatalogueList(of: Catalogue.scenarios, withRigs: true).table.contains("\nrigs\n"))
        #expect(try some.document().contains("\"name\" : \"fullFlow\""))
    }
}
