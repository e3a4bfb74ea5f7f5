import Ground
import Journal
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

@Suite("Sick screens") struct ScreenZooTests {
    private static let zoo = ScreenZoo(scenarios: Scenario.all, on: .simulated, seed: 1)
    private static let results = (0..<zoo.count).map { zoo.play(at: $0) }

    @Test func everyDefectIsNamedAndNobodyElseIsBlamed() {
        #expect(ScreenZoo.isComplete(Self.results), "\(ScreenZoo.text(of: Self.results))")
    }

    /// What is named by chance is not named: a race decided which of two failures came first.
    @Test(arguments: [4, 5] as [UInt64]) func everyDefectIsNamedWithOtherSeeds(seed: UInt64) {
        let zoo = ScreenZoo(scenarios: Scenario.all, on: .simulated, seed: seed)
        let results = (0..<zoo.count).map { zoo.play(at: $0) }
        #expect(ScreenZoo.isComplete(results), "\(ScreenZoo.text(of: results))")
    }

    @Test(arguments: 2...6) func aHealthyScreenPassesEverything(seed: UInt64) {
        let zoo = ScreenZoo(scenarios: Scenario.all, on: .simulated, seed: seed)
        for index in zoo.scenarios.indices {
            let result = zoo.play(at: index)
            #expect(result.defect == nil && result.verdict == .passed, "\(result.scenario)")
        }
    }

    @Test func whatEscapesMakesItIncomplete() {
        for defect in ScreenDefect.allCases {
            #expect(!ScreenZoo.isComplete(Self.results.filter { $0.defect != defect }), "\(defect)")
        }
        #expect(!ScreenZoo.isComplete([]))
    }

    /// A scenario that expects absences alone would pass with such a screen.
    @Test(arguments: [ScreenDefect.doesNothing, .showsNoCertificate])
    func whoConnectsToNobodyPassesNothing(defect: ScreenDefect) {
        let results = Self.results.filter { $0.defect == defect }
        #expect(results.count == Self.zoo.scenarios.count)
        for result in results {
            #expect(result.verdict == .failed, "\(result.scenario)")
            #expect(result.codes.contains { $0.rawValue.hasPrefix("screen.") }, "\(result.scenario) \(result.codes)")
        }
    }

    @Test func everyDefectHasAMeaningOfItsOwnAndACodeThatIsExplained() {
        #expect(Set(ScreenDefect.allCases.map(\.meaning)).count == ScreenDefect.allCases.count)
        #expect(ScreenDefect.allCases.allSatisfy { FailureCode.entry(of: $0.sign) != nil })
    }
}
