import Ground
import Recordings
import Replay
import ScenarioKit

/// What a replay came to, as a person reads it.
struct ReplayText {
    private let outcome: ReplayOutcome
    private let replay: Replay
    private let source: ReplaySource

    init(_ outcome: ReplayOutcome, of replay: Replay, in source: ReplaySource) {
        self.outcome = outcome
        self.replay = replay
        self.source = source
    }

    /// One line, safe to print.
    var line: String {
        replay.isOwnScenario ? comparison : judgement
    }

    private var comparison: String {
        if let divergence = outcome.divergence {
            let later = outcome.frameDivergence.flatMap { $0 == divergence ? nil : $0 }
            return "replay: differs from the recording at \(text(divergence))"
                + (later.map { "; what goes over the links differs from \(text($0))" } ?? "")
        }
        if outcome.isCutShort { return "replay: \(frames), the same as recorded, as far as it goes" }
        return "replay: \(frames), the same as recorded; the verdict is \(outcome.verdict)"
    }

    private var judgement: String {
        let judged = "replay: the verdict by \(replay.scenario.name) is \(outcome.verdict), after \(frames)"
        guard let divergence = outcome.frameDivergence else {
            return judged + "; the phone sent the same as in the recording"
        }
        return judged + "; what arrives after a difference was the answer to something else, and the first is at "
            + text(divergence)
    }

    private var frames: String { "\(outcome.framesPlayed) \(outcome.framesPlayed == 1 ? "frame" : "frames")" }

    private func text(_ divergence: Divergence) -> String {
        ReplayMeaning(source.events).text(of: divergence)
    }
}
