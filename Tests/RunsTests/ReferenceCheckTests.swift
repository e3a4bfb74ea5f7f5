import Evidence
import Reports
import RigKit
import Rigs
import ScenarioKit
import Testing

@testable import Runs

/// The rig's references, looked for before the first run.
@Suite struct ReferenceCheckTests {
    private func rig(_ beacon: String, kit: String = "simulated") throws -> Rig {
        let tag = "chip=ntag215,records=uri:https://example.com"
        return try RigFile.rig(
            from: """
                {"kind": "trammel rig", "version": 1, "rig": {
                  "kind": "simulated", "bluetooth": "simulated", "uwb": "\(kit)", "nfc": "simulated",
                  "accessories": [{"name": "door", "port": "simulated:name=Door"},
                    {"name": "beacon", "port": "simulated:\(beacon)name=Beacon", "reference": 1.5}],
                  "tags": [{"name": "doorTag", "port": "simulated:\(tag)"},
                    {"name": "knownTag", "port": "simulated:\(tag)", "reference": true}]}}
                """, named: "bench")
    }

    private func heard(on rig: Rig, for names: String...) throws -> [String] {
        try ReferenceCheck.heard(on: rig, for: Catalogue.scenarios.filter { names.contains($0.name) }) { _ in }
    }

    @Test("what the scenarios need is looked for, and nothing else")
    func sound() throws {
        let rig = try rig("")
        let both = try heard(on: rig, for: "fullFlow")
        #expect(both.count == 2 && both[0].contains("beacon was measured") && both[1].contains("knownTag was detected"))
        #expect(try heard(on: rig, for: "mapsLink").allSatisfy { !$0.contains("beacon") })
        #expect(try heard(on: .simulated, for: "fullFlow").isEmpty, "it has no reference")
        let link = try heard(on: self.rig("", kit: "none"), for: "configurationExchange")
        #expect(link.count == 1 && link[0].contains("beacon was connected"))
    }

    @Test("a reference that is not measured keeps the rig from playing")
    func silent() throws {
        let rig = try rig("defect=neverStarts,")
        let error = #expect(throws: CommandError.self) { try heard(on: rig, for: "configurationExchange") }
        #expect(error?.what.contains("the reference beacon was not measured") == true)
    }

    @Test("a kit that measures the reference half a metre too far, or more, keeps the rig from playing")
    func misplaced() throws {
        let sound = try rig("")
        func biased(by bias: Distance) -> Rig {
            var world = WorldModel.standard
            world.bias = bias
            return Rig(
                name: sound.name, summary: sound.summary, kind: sound.kind, bluetooth: sound.bluetooth, uwb: sound.uwb,
                nfc: sound.nfc, accessories: sound.accessories, tags: sound.tags, motion: sound.motion, world: world)
        }
        #expect(try heard(on: biased(by: .metres(0.4)), for: "configurationExchange").count == 1)
        for bias in [Distance.metres(0.6), .metres(-0.6)] {
            let rig = biased(by: bias)
            let error = #expect(throws: CommandError.self) { try heard(on: rig, for: "configurationExchange") }
            #expect(error?.what.contains("measures the reference beacon at") == true, "\(String(describing: error))")
        }
    }

    @Test("a simulated bench needs no witness, and a plan without runs none either")
    func unneeded() throws {
        let rig = try rig("defect=neverStarts,")
        let scenarios = Catalogue.scenarios.filter { $0.name == "configurationExchange" }
        var plan = RunPlan(
            scenarios: scenarios, rig: rig, firstSeed: 1, seeds: 1, rounds: 1, coverage: .init(scenarios: 1),
            facts: Catalogue.facts(with: rig))
        #expect(plan.proveHearing { _ in } == nil && plan.notes.isEmpty)
    }
}
