public import Evidence
import Ground
import Journal
import Links
import OperatingSystem
public import Reports
public import ScenarioKit
import Wording

/// An offline replay of a recorded run, compared with the recording for a number of rounds.
public struct OfflineReplay {
    private let source: ReplaySource
    private let until: Int?
    private let speed: Double?
    private let rounds: Int

    /// Creates a replay up to the frame `until`, or of all frames if nil. `speed` divides the run's duration; with
    /// nil it does not pause.
    public init(_ source: ReplaySource, until: Int?, speed: Double?, rounds: Int) {
        self.source = source
        self.until = until
        self.speed = speed
        self.rounds = rounds
    }

    /// Plays all rounds and shows the first one, and any later one only if it differs from the first.
    public func play(judgedBy judge: Scenario?, _ report: ConsoleReport) throws(CommandError) -> CommandStatus {
        let replay = try source.replay(judgedBy: judge)
        let verdict = ReplayPrinter(report)
        var first: ReplayOutcome?
        for round in 1...rounds {
            let pace = ReplayPace(speed: speed)
            let outcome = replay.play(
                until: until, keepingJournal: false, pace: pace.wait, watchers: round == 1 ? [verdict.receive] : [],
                wrap: round == 1 ? verdict.remembering : { $0 })
            guard let before = first else {
                first = outcome
                if outcome.difference == nil { verdict.show() }
                report.announce(ReplayText(outcome, of: replay, in: source).line)
                continue
            }
            if Interruption.isRequested { break }
            guard outcome.fingerprint == before.fingerprint, outcome.summary == before.summary else {
                let first = Sentence.notTheFirst(round: round)
                report.announce("\(first): \(ReplayText(outcome, of: replay, in: source).line)")
                return .failed
            }
        }
        if rounds > 1, !Interruption.isRequested { report.announce("\(Sentence.allTheSame(rounds: rounds))") }
        return first.map { status(of: $0, replay) } ?? .nothingShown
    }

    private func status(of outcome: ReplayOutcome, _ replay: Replay) -> CommandStatus {
        if Interruption.isRequested { return .nothingShown }
        guard replay.isOwnScenario else {
            return outcome.difference == nil ? RunTally([outcome.summary]).exitStatus : .nothingShown
        }
        if outcome.divergence != nil { return .failed }
        // A replay cut short succeeds only if a person requested a last frame and it was reached.
        let isEnough = until.map { outcome.framesPlayed >= $0 } ?? false
        return outcome.isCutShort && !isEnough ? .nothingShown : .passed
    }
}
