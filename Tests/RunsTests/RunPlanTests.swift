import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import Testing

/// What a plan leaves out of a catalogue, and says so.
@Suite struct RunPlanTests {
    private static func plan(on rig: Rig, isPicked: Bool) -> RunPlan {
        RunPlan(
            of: [.named("resumesAfter.60"), .named("resumesAfter.600")], isPicked: isPicked, asked: nil,
            requirement: nil, on: rig, firstSeed: 1, seeds: 1, rounds: 1,
            facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name)))
    }

    @Test("in real time nobody waits ten minutes for what was not asked for")
    func longStays() {
        let plan = Self.plan(on: .virtual, isPicked: false)
        #expect(plan.scenarios.map(\.name) == ["resumesAfter.60"])
        #expect(plan.coverage.leftOut.map(\.scenario) == ["resumesAfter.600"])
    }

    @Test("in virtual time, and where it is asked for, it is played")
    func played() {
        #expect(Self.plan(on: .simulated, isPicked: false).scenarios.count == 2)
        #expect(Self.plan(on: .virtual, isPicked: true).scenarios.count == 2)
    }

    @Test("a stay within a repetition counts as often as it is repeated")
    func repeated() { #expect(Scenario.named("quickReturns").stays == .seconds(3)) }
}
