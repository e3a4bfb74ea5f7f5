import Ground
import Recordings
import Replay
import ScenarioKit
import Wording

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
    var line: String { "replay: \(replay.isOwnScenario ? comparison : judgement)" }

    private var comparison: Sentence {
        if let divergence = outcome.divergence {
            let later = outcome.frameDivergence.flatMap { $0 == divergence ? nil : $0 }
            return .differs(at: text(divergence)).and(later.map { .linksDiffer(from: text($0)) })
        }
        let same = Sentence.same(frames: outcome.framesPlayed)
        return outcome.isCutShort ? same.then(.asFarAsItGoes).and(shortage) : same.and(.verdict(is: outcome.verdict))
    }

    /// Why there is no more, where that is the recording's doing.
    private var shortage: Sentence? {
        switch replay.script.ending {
        case .verdict: nil
        case .cut: .recordingIsCut
        case .gap(let what): .recordingHasGap(what)
        }
    }

    private var judgement: Sentence {
        if let difference = outcome.difference {
            return .noVerdict(by: replay.scenario.name, since: text(difference))
        }
        return .verdict(by: replay.scenario.name, is: outcome.verdict, after: outcome.framesPlayed)
            .and(outcome.frameDivergence.map { .phoneDiffersLater(text($0)) } ?? .phoneSentTheSame)
    }

    private func text(_ divergence: Divergence) -> String {
        ReplayMeaning(source.events).text(of: divergence)
    }
}
