import Foundation
import Ground
import Journal
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Zoo

@Suite("Sick screens") struct ScreenZooTests {
    private static let zoo = ScreenZoo(scenarios: Scenario.all, on: .simulated, seed: 1)
    private static let results = (0..<zoo.count).map { zoo.play(at: $0) }

    @Test func everyDefectIsNamedAndNobodyElseIsBlamed() {
        #expect(Self.zoo.isComplete(Self.results), "\(Self.zoo.report(on: Self.results).text)")
    }

    /// A defect named by chance does not count: a race decided which of two failures came first.
    @Test(arguments: [4, 5] as [UInt64]) func everyDefectIsNamedWithOtherSeeds(seed: UInt64) {
        let zoo = ScreenZoo(scenarios: Scenario.all, on: .simulated, seed: seed)
        let results = (0..<zoo.count).map { zoo.play(at: $0) }
        #expect(zoo.isComplete(results), "\(zoo.report(on: results).text)")
    }

    @Test(arguments: 2...6) func aHealthyScreenPassesEverything(seed: UInt64) {
        let zoo = ScreenZoo(scenarios: Scenario.all, on: .simulated, seed: seed)
        for index in zoo.scenarios.indices {
            let result = zoo.play(at: index)
            #expect(result.defect == nil && result.verdict == .passed, "\(result.scenario)")
        }
    }

    /// The screen connects again, but with a different choice, so nothing is resumed.
    @Test(arguments: [1, 4, 20, 200]) func whoAsksAgainGoesOnWithNothing(milliseconds: Int) {
        let name = "bothReturn.\(milliseconds)"
        let results = Self.results.filter { $0.defect == .opensPickerAgain && $0.scenario == name }
        #expect(results.count == 1 && results.allSatisfy { $0.isNamed && !$0.codes.contains("screen.connectsTwice") })
    }

    /// Only robustness scenarios may fail a screen for something that no document forbids.
    @Test(arguments: [ScreenDefect.retriesOnAnyError, .unboundedFrame, .waitsForEver, .asksToGoOn])
    func whatNothingForbidsPassesTheSuite(defect: ScreenDefect) {
        let suite = Set(Scenario.all.filter { $0.suite == .companions }.map(\.name))
        let results = Self.results.filter { $0.defect == defect }
        let failed = results.filter { suite.contains($0.scenario) && $0.verdict != .passed }
        #expect(failed.map(\.scenario) == [] && results.contains { $0.isNamed })
    }

    /// The app refuses the second one as busy: the connections that became ready do not show it.
    @Test(arguments: ["launchesOnce", "picksAndPlays", "listenerLate.100", "listenerLate.5000"])
    func twoConnectionsForOneChoiceAreNamed(name: String) {
        let results = Self.results.filter { $0.defect == .connectsTwiceAtOnce && $0.scenario == name }
        #expect(results.count == 1 && results.allSatisfy { $0.codes == ["screen.connectsTwice"] })
    }

    @Test func whatEscapesMakesItIncomplete() {
        for defect in ScreenDefect.allCases {
            #expect(!Self.zoo.isComplete(Self.results.filter { $0.defect != defect }), "\(defect)")
        }
        #expect(!Self.zoo.isComplete([]))
    }

    @Test func whoIsChosenIsPlayedAlone() {
        let scenarios = ["backgroundOnce", "showsStates"].map { Scenario.named($0) }
        let one = ScreenZoo(scenarios: scenarios, on: .simulated, seed: 1, defects: [.neverReconnects])
        let results = (0..<one.count).map { one.play(at: $0) }
        #expect(results.map(\.defect) == [.neverReconnects, .neverReconnects] && one.isComplete(results))
        let two = ScreenZoo(
            scenarios: [scenarios[0]], on: .simulated, seed: 1, defects: [.neverReconnects, .printsNumbers])
        let both = (0..<two.count).map { two.play(at: $0) }
        #expect(
            !two.isComplete(both) && two.report(on: both).text.contains("printsNumbers    ESCAPED: It shows the number")
        )
    }

    @Test func theDocumentSaysWhatTheTextSays() throws {
        let scenarios = [Scenario.named("backgroundOnce")]
        let zoo = ScreenZoo(scenarios: scenarios, on: .simulated, seed: 1, defects: [.neverReconnects, .printsNumbers])
        let results = (0..<zoo.count).map { zoo.play(at: $0) }
        let content = try fields(of: zoo.report(on: results))
        #expect(content["isComplete"] as? Bool == false && content["escaped"] as? [String] == ["printsNumbers"])
        #expect(content["falseAlarms"] as? Int == 0 && content["rigBlamed"] as? Int == 0)
        let screens = try #require(content["rows"] as? [[String: Any]])
        #expect(screens.map { $0["defect"] as? String } == ["neverReconnects", "printsNumbers"])
        #expect(screens.map { $0["caughtBy"] as? [String] } == [["backgroundOnce"], []])
        #expect(screens[0]["code"] as? String == "screen.neverReturns")
        #expect(screens[0]["meaning"] as? String == ScreenDefect.neverReconnects.meaning)
        let unended = try fields(of: zoo.report(on: []))
        #expect(unended["isEnded"] as? Bool == false && (unended["escaped"] as? [Any])?.isEmpty == true)
        #expect(unended["isComplete"] as? Bool == false && (unended["rows"] as? [Any])?.isEmpty == true)
    }

    private func fields(of report: ZooReport) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(report.json)) as? [String: Any])
    }

    @Test func theListTellsEveryDefectInLinesOf80Columns() {
        let lines = ScreenZoo.list.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let words = ScreenZoo.list.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for defect in ScreenDefect.allCases { #expect(words.contains("\(defect.rawValue) \(defect.meaning)")) }
    }

    /// A scenario that only expects absences would pass with such a screen.
    @Test(arguments: [ScreenDefect.doesNothing, .showsNoCertificate])
    func whoConnectsToNobodyPassesNothing(defect: ScreenDefect) {
        let results = Self.results.filter { $0.defect == defect }
        #expect(results.count == Self.zoo.scenarios.count)
        for result in results {
            #expect(result.verdict == .failed, "\(result.scenario)")
            // Some checks expect exactly one invitation; their meaning is about a second one, not about none.
            let isNamed = result.codes.contains { $0.rawValue.hasPrefix("screen.") || $0 == "expectation.never" }
            #expect(isNamed, "\(result.scenario) \(result.codes)")
        }
    }

    @Test func everyDefectHasAMeaningOfItsOwnAndACodeThatIsExplained() {
        #expect(Set(ScreenDefect.allCases.map(\.meaning)).count == ScreenDefect.allCases.count)
        #expect(ScreenDefect.allCases.allSatisfy { FailureCode.entry(of: $0.sign) != nil })
    }
}
