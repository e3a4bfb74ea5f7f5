import Ground
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Phones with sick apps") struct PeerZooTests {
    private static let zoo = PeerZoo(scenarios: Scenario.all, on: .simulated, seed: 1)

    @Test func everyDefectIsNamedAndNobodyElseIsBlamed() {
        let results = (0..<Self.zoo.count).map { Self.zoo.play(at: $0) }
        #expect(PeerZoo.isComplete(results), "\(PeerZoo.text(of: results))")
    }

    @Test func whatEscapesMakesItIncomplete() {
        let results = (0..<Self.zoo.count).map { Self.zoo.play(at: $0) }
        for defect in PeerDefect.allCases {
            #expect(!PeerZoo.isComplete(results.filter { $0.defect != defect }), "\(defect)")
        }
        #expect(!PeerZoo.isComplete([]))
    }

    @Test func everyDefectHasAMeaningOfItsOwnAndACodeThatIsExplained() {
        #expect(Set(PeerDefect.allCases.map(\.meaning)).count == PeerDefect.allCases.count)
        #expect(PeerDefect.allCases.allSatisfy { FailureCode.entry(of: $0.sign) != nil })
    }
}
