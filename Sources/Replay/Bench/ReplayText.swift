import Ground
import Recordings
import ScenarioKit
import Wording

/// The outcome of a replay as text for people.
struct ReplayText {
    private let outcome: ReplayOutcome
    private let replay: Replay
    private let source: ReplaySource

    init(_ outcome: ReplayOutcome, of replay: Replay, in source: ReplaySource) {
        self.outcome = outcome
        self.replay = replay
        self.source = source
    }

    /// The outcome in one line, safe to print.
    var line: String { "replay: \(replay.isOwnScenario ? comparison : judgement)" }

    private var comparison: Sentence {
        if let divergence = outcome.divergence {
            let later = outcome.frameDivergence.flatMap { $0 == divergence ? nil : $0 }
            return .differs(at: text(divergence)).and(later.map { .linksDiffer(from: text($0)) })
        }
        let same = Sentence.same(frames: outcome.framesPlayed)
        return outcome.isCutShort ? same.then(.asFarAsItGoes).and(shortage) : same.and(.verdict(is: outcome.verdict))
    }

    /// The reason why the recording has no more to play, if it stops short.
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
