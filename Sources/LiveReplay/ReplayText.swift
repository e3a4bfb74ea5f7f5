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
        if outcome.isCutShort { return "replay: \(frames), the same as recorded, as far as it goes\(shortage)" }
        return "replay: \(frames), the same as recorded; the verdict is \(outcome.verdict)"
    }

    /// Why there is no more, where that is the recording's doing.
    private var shortage: String {
        switch replay.script.ending {
        case .verdict: ""
        case .cut: "; the recording ends before its run does"
        case .gap(let what): "; the recording has a gap: \(what.escapedForDisplay)"
        }
    }

    private var judgement: String {
        if let difference = outcome.difference {
            let name = replay.scenario.name
            return "replay: no verdict by \(name): the recording does not answer what it asks from here on: "
                + text(difference)
        }
        let judged = "replay: the verdict by \(replay.scenario.name) is \(outcome.verdict), after \(frames)"
        guard let divergence = outcome.frameDivergence else {
            return judged + "; the phone sent the same as in the recording"
        }
        return judged + "; after the verdict the phone did something else than in the recording: \(text(divergence))"
    }

    private var frames: String { "\(outcome.framesPlayed) \(outcome.framesPlayed == 1 ? "frame" : "frames")" }

    private func text(_ divergence: Divergence) -> String {
        ReplayMeaning(source.events).text(of: divergence)
    }
}
