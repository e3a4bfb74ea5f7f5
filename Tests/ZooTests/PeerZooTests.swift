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

    /// Phones that were once blamed for what they had not done: a token was called stale although its session went on,
    /// and ranging was said to have stopped that had never begun.
    @Test(arguments: [
        ("askedInEveryLife", PeerDefect.goesSilent, FailureCode("token.stale")),
        ("twoPhones", .neverRuns, FailureCode("peer.silent")),
    ])
    func aDefectIsNotTakenForAnother(scenario: String, defect: PeerDefect, other: FailureCode) throws {
        let zoo = PeerZoo(
            scenarios: Scenario.all.filter { $0.name == scenario }, on: .simulated, seed: 1, defects: [defect])
        let codes = (0..<zoo.count).flatMap { zoo.play(at: $0).codes }
        #expect(!codes.isEmpty && !codes.contains(other), "\(codes)")
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
