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
        let names = ["reconnectsAtOnce", "connectionParameters", "stopAndInitializeAtOnce", "corruptConfigure", "addressesDiffer", "probePreviousAddress", "sampleAppRetries"]
        for animal in [Animal(.qorvo), Animal(.appleSample), Animal(.appleSample, .slowConfiguration), Animal(.appleSample, .losesRounds), Animal(.appleSample, .staleAddress)] {
            for scenario in Scenario.all where names.contains(scenario.name) {
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
                    if scenario.name == "reconnectsAtOnce", animal.name == "healthy appleSample" {
                        for entry in recorder.entries { print("J", entry.instant, entry.event) }
                        for frame in recorded.frames { print("F", frame) }
                    }
                    if let difference = again.difference { print("   diff:", difference) }
                }
            }
        }
        print("EXPLORED", count, bad)
    }
}
