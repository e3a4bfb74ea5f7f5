import Ground
import Journal
import Replay
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

struct RecordedScenarioTests {
    @Test func explore() throws {
        var bad = 0
        var count = 0
        for animal in Animal.healthy + Animal.sick {
            for scenario in Scenario.all where scenario.needs.contains(.bluetooth) {
                let recorded = try RecordedRun(of: scenario, with: animal)
                if case .skipped(_) = recorded.summary.verdict { continue }
                let recorder = JournalRecorder()
                let again = try recorded.playedAgain(recorder: recorder)
                count += 1
                let same = recorded.summary.verdict == again.summary.verdict
                    && FailureKey(recorded.summary) == FailureKey(again.summary)
                if !same || again.difference != nil {
                    bad += 1
                    print("BAD", animal.name, scenario.name, recorded.summary.verdict, again.summary.verdict)
                    print("   was:", recorded.summary.reason ?? "")
                    print("   now:", again.summary.reason ?? "")
                    if let difference = again.difference { print("   diff:", difference) }
                }
            }
        }
        print("EXPLORED", count, bad)
    }
}
