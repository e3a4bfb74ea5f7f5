import Ground
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Zoo

@Suite("Phones with sick apps") struct PeerZooTests {
    private static let zoo = PeerZoo(scenarios: Scenario.all, on: .simulated, seed: 1)

    @Test func everyDefectIsNamedAndNobodyElseIsBlamed() {
        let results = (0..<Self.zoo.count).map { Self.zoo.play(at: $0) }
        let report = Self.zoo.report(on: results)
        #expect(report.isComplete, "\(report.text)")
    }

    @Test func whatEscapesMakesItIncomplete() {
        let results = (0..<Self.zoo.count).map { Self.zoo.play(at: $0) }
        for defect in PeerDefect.allCases {
            #expect(!Self.zoo.isComplete(results.filter { $0.defect != defect }), "\(defect)")
        }
        #expect(!Self.zoo.isComplete([]))
    }

    @Test func noDefectIsTakenForAnother() {
        let signs = Set(PeerDefect.allCases.map(\.sign))
        for result in (0..<Self.zoo.count).map({ Self.zoo.play(at: $0) }) {
            guard let defect = result.defect else { continue }
            let others = signs.subtracting([defect.sign]).intersection(result.codes)
            #expect(others.isEmpty, "\(defect) in \(result.scenario)")
        }
    }

    @Test func whoIsChosenIsPlayedAlone() {
        let zoo = PeerZoo(scenarios: Scenario.all, on: .simulated, seed: 1, defects: [.neverSendsToken])
        let results = (0..<zoo.count).map { zoo.play(at: $0) }
        #expect(results.allSatisfy { $0.defect == .neverSendsToken } && zoo.isComplete(results))
    }

    @Test func everyDefectHasAMeaningOfItsOwnAndACodeThatIsExplained() {
        #expect(Set(PeerDefect.allCases.map(\.meaning)).count == PeerDefect.allCases.count)
        #expect(PeerDefect.allCases.allSatisfy { FailureCode.entry(of: $0.sign) != nil })
    }
}
