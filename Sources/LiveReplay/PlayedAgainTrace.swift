public import Evidence
import Ground
import Journal
import Recordings
import Replay
public import Reports
import RigKit
public import ScenarioKit
import System

/// The trace of a live replay: its phone was a recorded one, and only its verdict came from a phone of ours.
///
/// So nothing in it is compared call by call; it is judged once more, as it was when it was played.
public struct PlayedAgainTrace {
    private let events: TraceStream
    private let header: TraceHeader
    private let replay: Replay

    /// Nil for the trace of a usual run.
    public init?(_ source: ReplaySource, judgedBy scenario: Scenario?) throws(CommandTrouble) {
        guard case .began(let header)? = source.first, header.isPlayedAgain else { return nil }
        events = source.events
        self.header = header
        replay = try source.replay(judgedBy: scenario)
    }

    /// Judges it so many times, shows it once, and tells whether the verdict is the one of then.
    public func play(_ report: ConsoleReport, rounds: Int) -> CommandStatus {
        let judgement = judged(watchers: [report.receive])
        let status = tell(judgement, report)
        for round in 1..<rounds {
            if Interruption.isRequested { return .nothingShown }
            let again = judged(watchers: [])
            guard again.summary == judgement.summary, again.difference == judgement.difference else {
                report.announce("round \(round + 1) differs from the first")
                return .failed
            }
        }
        if rounds > 1 { report.announce("all \(rounds) rounds were the same") }
        return status
    }

    private func judged(watchers: [(JournalEntry) -> Void]) -> LiveJudgement {
        LiveJudgement(
            events, from: header.start, by: replay.scenario, on: replay.rig, seed: header.seed, watchers: watchers)
    }

    private func tell(_ judgement: LiveJudgement, _ report: ConsoleReport) -> CommandStatus {
        let summary = judgement.summary
        let words = (summary.verdict.description + (summary.reason.map { ": \($0)" } ?? "")).escapedForDisplay
        let what = "replay: the phone in this trace is a recorded one that was played again; its verdict is \(words)"
        if let difference = judgement.difference {
            report.announce(
                "replay: the phone in this trace is a recorded one that was played again; it has no verdict: "
                    + difference.what
            )
            return .nothingShown
        }
        guard replay.isOwnScenario else {
            report.announce(what)
            return RunTally([summary]).exitStatus
        }
        guard case .verdict(let verdict, _) = replay.script.ending else {
            report.announce("\(what), as far as the recording goes")
            return .nothingShown
        }
        let isSame = replay.script.ended(as: summary)
        report.announce(what + (isSame ? ", as it was" : ", and was \(verdict)").escapedForDisplay)
        return isSame ? .passed : .failed
    }
}
