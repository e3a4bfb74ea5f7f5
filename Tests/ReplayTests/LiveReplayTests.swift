import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

struct LiveReplayTests {
    @Test("a healthy run played as phone against the same rig with another seed is the same", arguments: Scenario.all)
    func healthy(scenario: Scenario) throws {
        let recording = try Recording(of: scenario, seed: 3)
        let live = try LiveReplaying(recording, seed: 11)
        #expect(live.outcome.difference == nil, "\(live.words)")
        #expect(live.outcome.fault == nil)
        #expect(live.judgement.parting == nil, "\(live.words)")
        #expect(live.judgement.summary.verdict == recording.summary.verdict, "\(live.words)")
    }

    @Test("a defect's failure comes again against the same defect", arguments: Defect.allCases)
    func failing(defect: Defect) throws {
        let rig = rig(with: defect)
        for scenario in Scenario.all where scenario.suite == .conformance {
            guard Run.reasonToSkip(scenario, on: rig) == nil else { continue }
            let recording = try Recording(of: scenario, on: rig)
            guard recording.summary.verdict == .failed else { continue }
            let live = try LiveReplaying(recording, seed: 5)
            let failedAgain = live.failedAgain(as: recording)
            #expect(failedAgain, "\(scenario.name) \(defect): \(recording.summary.reason ?? ""); live: \(live.words)")
        }
    }
}
