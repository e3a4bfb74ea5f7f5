import Engine
import Evidence
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit

/// Plays the rounds of a live replay in order, for either part, and keeps the evidence of each.
///
/// Every requested round is counted: one that cannot be played is an error, and those after it are aborted.
struct ReplayRounds {
    /// The result of playing one round.
    struct Played {
        let round: ReplayRound
        /// The summary to count and keep; nil without a scenario.
        let summary: RunSummary?
    }

    /// The results of all rounds.
    struct Result {
        /// The rounds that were played to their end.
        let rounds: [ReplayRound]
        let end: LiveReplayEnd
    }

    let options: LiveReplayOptions
    let rig: Rig
    /// The run as which each round is counted; nil without a scenario.
    let run: ScenarioRun?
    /// The scenario after which the rounds' folders are named.
    let scenario: String
    let seed: UInt64
    let report: ConsoleReport
    /// The prefix of a round's line, by the round's number.
    let heading: (Int) -> String

    /// Plays until all rounds are done, a person interrupts, or something cannot be kept.
    func play(_ playRound: (RunEvidence?) throws(CommandError) -> Played) throws(CommandError) -> Result {
        let folder = try options.output.map { path throws(CommandError) in
            try EvidenceFolder(
                in: path, options: options.trace, of: "replay", with: Provenance(of: rig, with: options.overrides))
        }
        var (rounds, tally, troubles) = ([ReplayRound](), RunTally(), [CommandError]())
        do throws(CommandError) {
            for number in 1...options.rounds where !Interruption.isRequested {
                let (round, trouble) = try play(number, in: folder, &tally, playRound)
                rounds.append(round)
                report.announce("\(heading(number))\(round.words)")
                if let trouble { throw trouble }
            }
        } catch {
            troubles.append(error)
        }
        while let run, tally.summaries.count < options.rounds {
            tally.count(run.summary(.aborted, reason: "it was not played"))
        }
        do throws(CommandError) { try folder?.end(tally) } catch { troubles.append(error) }
        let status = ReplayRound.status(of: rounds + (rounds.count < options.rounds ? [.notPlayed] : []))
        return Result(rounds: rounds, end: LiveReplayEnd(status, troubles: troubles))
    }

    /// Plays and counts one round. The result includes any error in keeping its evidence.
    private func play(
        _ number: Int, in folder: EvidenceFolder?, _ tally: inout RunTally,
        _ playRound: (RunEvidence?) throws(CommandError) -> Played
    ) throws(CommandError) -> (ReplayRound, CommandError?) {
        var kept: RunEvidence?
        do throws(CommandError) {
            kept = try folder?.begin(run: number, of: scenario, seed: seed, isLive: rig.kind != .simulated)
            let played = try playRound(kept)
            guard let summary = played.summary else { return (played.round, nil) }
            let (left, trouble) = kept?.settle(summary) ?? (summary, nil)
            tally.count(left)
            return (played.round, trouble)
        } catch {
            if let summary = run?.summary(RunError("run.notPlayed", "not played: \(error.what)")) {
                tally.count(kept?.settle(summary).summary ?? summary)
            }
            throw error
        }
    }
}
