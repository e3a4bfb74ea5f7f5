import Ground
import RigKit
import ScenarioKit
import Testing

@testable import Evidence

/// Texts of scenarios and rigs, which are created once for many runs.
@Suite struct WrittenTextsTests {
    private static func scenario(_ name: String, _ seconds: Int) -> Scenario {
        Scenario(name, "Connects") { Connect("door", within: .seconds(seconds)) }
    }

    @Test("a scenario's text is its own, whatever was last played under its name")
    func own() {
        for round in 0..<3 {
            for seconds in 1...3 {
                let scenario = Self.scenario("same", seconds)
                #expect(WrittenTexts.text(of: scenario) == ScenarioFile.text(of: scenario), "round \(round)")
            }
        }
        for number in 0...WrittenTexts.mostKept {
            let scenario = Self.scenario("s\(number)", 1)
            #expect(WrittenTexts.text(of: scenario) == ScenarioFile.text(of: scenario))
        }
    }

    @Test("a rig's text is made once, and again for another rig of the same name")
    func rigs() throws {
        var made = 0
        func text(_ rig: Rig) -> String {
            WrittenTexts.text(of: rig) { rig in
                made += 1
                return rig.summary
            }
        }
        let (one, other) = (Self.rig("one"), Self.rig("other"))
        #expect([one, one, other, other, one].map(text) == ["one", "one", "other", "other", "one"])
        #expect(made == 3)
    }

    private static func rig(_ summary: String) -> Rig {
        Rig(
            name: "writtenTexts", summary: summary, kind: .simulated, bluetooth: .simulated, uwb: .simulated,
            nfc: .simulated, accessories: [], tags: [], motion: .simulated)
    }
}
