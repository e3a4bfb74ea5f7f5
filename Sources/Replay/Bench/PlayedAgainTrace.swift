public import Evidence
import Ground
import Journal
import Links
import OperatingSystem
import Recordings
public import Reports
import RigKit
public import ScenarioKit
import Wording

/// The trace of a live replay. Its phone was a recorded one, and only its verdict came from our own phone.
///
/// Its calls are therefore not compared; the trace is judged again as it was when played.
public struct PlayedAgainTrace {
    private let events: TraceStream
    private let header: TraceHeader
    private let replay: Replay

    /// Returns nil for the trace of an ordinary run.
    public init?(_ source: ReplaySource, judgedBy scenario: Scenario?) throws(CommandError) {
        guard case .began(let header)? = source.first, header.isPlayedAgain else { return nil }
        events = source.events
        self.header = header
        replay = try source.replay(judgedBy: scenario)
    }

    /// Judges the trace for a number of rounds, shows it once, and reports whether the verdict is the recorded one.
    public func play(_ report: ConsoleReport, rounds: Int) -> CommandStatus {
        let judgement = judged(on: report)
        let status = tell(judgement, report)
        for round in 1..<rounds {
            if Interruption.isRequested { return .nothingShown }
            let again = judged(on: nil)
            guard again.summary == judgement.summary, again.difference == judgement.difference else {
                report.announce("\(Sentence.notTheFirst(round: round + 1))")
                return .failed
            }
        }
        if rounds > 1 { report.announce("\(Sentence.allTheSame(rounds: rounds))") }
        return status
    }

    private func judged(on report: ConsoleReport?) -> LiveJudgement {
        let printer = ReplayPrinter(report)
        defer { printer.show() }
        return LiveJudgement(
            events, from: header.start, by: replay.scenario, on: replay.rig, seed: header.seed,
            watchers: report == nil ? [] : [printer.receive], wrap: printer.remembering,
            explaining: printer.explained)
    }

    private func tell(_ judgement: LiveJudgement, _ report: ConsoleReport) -> CommandStatus {
        let summary = judgement.summary
        let what = Sentence.playedAgain(Sentence.hasVerdict(.verdict(of: summary)))
        func announce(_ words: Sentence) { report.announce("replay: \(words)") }
        if let difference = judgement.difference {
            announce(.playedAgain(Sentence.hasNoVerdict(difference.what)))
            return .nothingShown
        }
        guard replay.isOwnScenario else {
            announce(what)
            return RunTally([summary]).exitStatus
        }
        guard case .verdict(let verdict, _) = replay.script.ending else {
            announce(what.then(.asFarAsRecorded))
            return .nothingShown
        }
        let isSame = replay.script.ended(as: summary)
        announce(isSame ? what.then(.asItWas) : what.was(verdict.escapedForDisplay))
        return isSame ? .passed : .failed
    }
}
