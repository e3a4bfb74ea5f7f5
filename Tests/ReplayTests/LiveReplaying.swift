import Benches
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Simulators
import Zoo

/// A recording whose phone is played against a simulated bench and judged.
struct LiveReplaying {
    let outcome: PhoneReplayOutcome
    let judgement: LiveJudgement
    /// The events on the live links.
    let events: [TraceEvent]

    init(
        _ recording: Recording, on rig: Rig? = nil, seed: UInt64, until frame: Int? = nil,
        pace: PhoneReplay.Pace = PhoneReplay.Pace()
    ) throws {
        let rig = rig ?? recording.rig
        let bench = try BenchFactory.open(rig, for: recording.scenario, seed: seed)
        defer { bench.close() }
        self.init(recording, on: rig, over: bench, until: frame, pace: pace)
    }

    init(
        _ recording: Recording, on rig: Rig, over bench: any LinkSet, until frame: Int? = nil,
        pace: PhoneReplay.Pace = PhoneReplay.Pace()
    ) {
        var events: [TraceEvent] = []
        let links = RecordedLinks(bench) { events.append($0) }
        let start = links.start
        outcome = PhoneReplay(PhoneScript(recording.events, until: frame), on: links, pace: pace).play()
        judgement = LiveJudgement(
            TraceStream(events), from: start, by: recording.scenario, on: rig, seed: recording.summary.seed)
        self.events = events
    }

    /// Returns whether the recorded failure happened again.
    func failedAgain(as recording: Recording) -> Bool {
        guard let recorded = FailureKey(recording.summary) else { return false }
        return judgement.failure(wasAlike: outcome.difference == nil) == recorded
    }

    /// A description of the result for failing tests.
    var words: String {
        "\(outcome.difference?.description ?? "no difference"); verdict \(judgement.summary.verdict): "
            + "\(judgement.summary.reason ?? ""); "
            + (judgement.difference.map { "difference at \($0.instant): \($0.what)" } ?? "no difference")
    }
}
