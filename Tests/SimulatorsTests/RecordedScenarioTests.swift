import Ground
import Journal
import Replay
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

struct RecordedScenarioTests {
    /// A defect, and a scenario that catches it.
    struct Catch: Sendable, CustomTestStringConvertible {
        let defect: Defect
        let scenario: String
        var testDescription: String { "\(defect) in \(scenario)" }
    }

    @Test(
        "against the recording of a healthy accessory the phone does the same, with the same verdict",
        arguments: Scenario.all.filter { $0.needs.contains(.bluetooth) && $0.phones.isEmpty })
    func healthy(scenario: Scenario) throws {
        let variants: [AccessoryVariant] = scenario.suite == nil ? AccessoryVariant.allCases : [.appleSample]
        for variant in variants {
            let recorded = try RecordedRun(of: scenario, with: ZooAccessory(variant))
            #expect(recorded.summary.verdict == .passed, "\(recorded.summary.reason ?? "")")
            try expectSame(recorded)
        }
    }

    @Test("a failure caused by a defect recurs from its recording", arguments: catches)
    func defective(caught: Catch) throws {
        let scenario = Scenario.named(caught.scenario)
        let own = ZooAccessory.defective.first { $0.defect == caught.defect }
        let recorded = try RecordedRun(of: scenario, with: try #require(own))
        #expect(recorded.summary.verdict == .failed, "the table names a scenario by which it is caught")
        try expectSame(recorded)
    }

    @Test(
        "an accessory with a data channel of its maker's own plays its recording again",
        arguments: ZooAccessory.unusual.filter { $0.channel != nil })
    func unusual(accessory: ZooAccessory) throws {
        for name in ["configurationExchange", "fullFlow", "timeoutAndRetry"] {
            let recorded = try RecordedRun(of: .named(name), with: accessory)
            #expect(recorded.summary.verdict == .passed, "\(recorded.summary.reason ?? "")")
            try expectSame(recorded)
        }
    }

    @Test("every defect is in the table, once")
    func whole() {
        #expect(Self.catches.map(\.defect) == Defect.allCases)
    }

    @Test("a phone with other random values plays as recorded, and a healthy accessory's run passes", arguments: 2...6)
    func otherSeed(seed: UInt64) throws {
        let recorded = try RecordedRun(of: .named("fullFlow"), with: ZooAccessory(.qorvo))
        let again = try recorded.playedAgain(seed: seed)
        #expect(again.summary.verdict == .passed, "\(again.summary.reason ?? "")")
        #expect(again.difference == nil, "\(String(describing: again.difference))")
    }

    @Test("another phone shows at the first frame that it should have written")
    func otherPhone() throws {
        let recorded = try RecordedRun(of: .named("fullFlow"), with: ZooAccessory(.appleSample))
        let other = try RecordedRun(of: .named("configurationExchange"), with: ZooAccessory(.appleSample))
        let again = try recorded.playedAgain(by: other.scenario)
        let difference = try #require(again.difference)
        #expect(difference.accessory == "door" && difference.frame > 0)
    }

    private func expectSame(_ recorded: RecordedRun) throws {
        let again = try recorded.playedAgain()
        let (was, now) = (recorded.summary, again.summary)
        #expect(now.verdict == was.verdict, "was \(was.reason ?? "passed"), is \(now.reason ?? "passed")")
        #expect(FailureKey(now) == FailureKey(was), "was \(was.reason ?? "passed"), is \(now.reason ?? "passed")")
        #expect(again.difference == nil, "\(String(describing: again.difference))")
    }
}
