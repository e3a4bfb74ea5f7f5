import Foundation
import Ground
import ScenarioKit
import Scenarios
import Testing

/// The scenarios of the suite for tags, before they are played.
@Suite struct TagScenarioTests {
    @Test("a scenario for tags has no problem", arguments: Scenario.all.filter { $0.suite == .tags })
    func sound(scenario: Scenario) {
        #expect(scenario.problems() == [])
        #expect(scenario.needs.contains(.nfc) || scenario.steps.allSatisfy { $0.action.tags.isEmpty })
    }
}
