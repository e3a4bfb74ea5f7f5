import Evidence
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import TestSupport
import Testing

@Suite struct CatalogueTests {
    @Test("a name shared by two scenarios or two rigs is a problem at the later one, and the built-in ones have none")
    func clashes() throws {
        #expect(Catalogue.clashes(among: Scenario.all, and: Rig.all) == [])
        let ours = Scenario("fullFlow", "Ours") { Connect(.door, within: .seconds(1)) }
        let problems = Catalogue.clashes(among: Scenario.all + [ours], and: Rig.all + [.simulated])
        #expect(problems.count == 2 && problems.allSatisfy { $0.weight == .fault })
        #expect(problems.first?.spot == ours.spot)
    }

    private func one(_ name: String, _ argument: String?) -> Scenario {
        Scenario(name, "Ours", argument: argument) { Connect(.door, within: .seconds(1)) }
    }

    @Test("an argument distinguishes scenarios of one name, and no other scenario may use that name")
    func argumentClashes() {
        let three = [one("opens", "fast"), one("opens", "slow"), one("open", "s.2")]
        #expect(Catalogue.clashes(among: three, and: []) == [])
        for clashing in [[one("opens", "a"), one("opens", "a")], [one("opens", "a"), one("opensA", nil)]] {
            #expect(Catalogue.clashes(among: clashing, and: []).count == 1, "\(clashing)")
        }
        #expect(Catalogue.clashes(among: [one("opens", nil), one("opens", "a")], and: []).count == 1)
    }

    @Test("a name without its argument selects every scenario that has it, and the old name selects the one")
    func arguments() throws {
        let all = try Catalogue.scenarios(named: ["uses"])
        #expect(all.count == 8 && all.allSatisfy { $0.base == "uses" && $0.argument != nil })
        #expect(all.first?.name == "uses.sessionID")
        #expect(try Catalogue.scenarios(named: ["usesSessionID", "uses.sessionID"]) == [all[0]])
        #expect(try Catalogue.scenarios(named: ["uses.*"]) == all)
        let unknown = #expect(throws: UnknownName.self) { try Catalogue.scenarios(named: ["uses.sesionID"]) }
        #expect(unknown?.near.contains("uses.sessionID") == true)
        let table = CatalogueList(of: all, withRigs: false).table.split(separator: "\n")
        #expect(table[1].hasPrefix("  uses ") && table[2].hasPrefix("    uses.sessionID "))
        #expect(CatalogueList(of: all, withRigs: false).document().contains("\"argument\" : \"sessionID\""))
    }

    @Test("a scenario is read from a JSON file, and a file that holds no scenario is refused with the reason")
    func files() throws {
        let scratch = try Scratch()
        let path = scratch("mine.json")
        let scenario = Scenario.named("fullFlow")
        try Scratch.write(ScenarioFile.text(of: scenario), to: path)
        #expect(try Catalogue.scenarios(named: [path]) == [scenario])
        try Scratch.write("{}", to: path)
        for file in [path, scratch("none.json")] {
            let unknown = #expect(throws: UnknownName.self) { try Catalogue.scenarios(named: [file]) }
            #expect(unknown?.explanation != nil)
        }
    }

    @Test("a scenario is found by its name, by a pattern and by its file, each once and in the order typed")
    func found() throws {
        let named = try Catalogue.scenarios(named: ["zoneWalk", "fullF*", "zoneWalk", "Scenarios/FullFlow.swift"])
        #expect(named.map(\.name) == ["zoneWalk", "fullFlow"])
        #expect(try Catalogue.rig(named: "simulated").kind == .simulated)
    }

    @Test("an unknown name is refused with the nearest known one, and an unknown file with similar files")
    func unknown() {
        let scenario = #expect(throws: UnknownName.self) { try Catalogue.scenarios(named: ["fulFlow"]) }
        #expect(scenario?.near == ["fullFlow"] && scenario?.listing == "\(Program.command) list")
        let rig = #expect(throws: UnknownName.self) { try Catalogue.rig(named: "simulatet") }
        #expect(rig?.near.first == "simulated")
        let file = #expect(throws: UnknownName.self) { try Catalogue.scenarios(named: ["Elsewhere/FullFlows.swift"]) }
        #expect(file?.near.contains { $0.hasSuffix("FullFlow.swift") } == true)
    }

    @Test("a list of some scenarios shows people no rigs, and its document has what was requested")
    func lists() throws {
        let some = CatalogueList(of: try Catalogue.scenarios(named: ["fullFlow"]), withRigs: false)
        #expect(!some.table.contains("rigs\n") && some.table.contains("fullFlow"))
        #expect(some.table.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(CatalogueList(of: Catalogue.scenarios, withRigs: true).table.contains("\nrigs\n"))
        #expect(some.document().contains("\"name\" : \"fullFlow\""))
    }
}
