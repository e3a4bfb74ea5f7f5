import Engine
import Evidence
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit

/// Plays the rounds of a live replay one after the other, whichever part is played, and keeps what each of them leaves.
///
/// Every round that was asked for is counted, whatever happens: one that cannot be played is an error, and those after
/// it are aborted.
struct ReplayRounds {
    /// What one round came to.
    struct Played {
        let round: ReplayRound
        /// What is counted and kept of it; nil where nothing judges.
        let summary: RunSummary?
        /// What kept it from being judged.
        var trouble: CommandTrouble?
    }

    /// What all rounds came to.
    struct Result {
        /// Those that were played to an end of theirs.
        let rounds: [ReplayRound]
        let end: LiveReplayEnd
    }

    let options: LiveReplayOptions
    let rig: Rig
    /// The run as which each round is counted; nil where nothing judges.
    let run: ScenarioRun?
    /// The scenario that names the rounds' folders.
    let scenario: String
    let seed: UInt64
    let report: ConsoleReport
    /// What stands before a round's line, by the round's number.
    let heading: (Int) -> String

    /// Plays until all rounds are played, a person asks for the end, or something cannot be kept.
    func play(_ playRound: (RunEvidence?) throws(CommandTrouble) -> Played) throws(CommandTrouble) -> Result {
        let folder = try options.output.map { path throws(CommandTrouble) in
            try EvidenceFolder(
                in: path, options: options.trace, of: "replay", with: Provenance(of: rig, with: options.overrides))
        }
        var (rounds, tally, troubles) = ([ReplayRound](), RunTally(), [CommandTrouble]())
        do throws(CommandTrouble) {
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
        do throws(CommandTrouble) { try folder?.end(tally) } catch { troubles.append(error) }
        let status = ReplayRound.status(of: rounds + (rounds.count < options.rounds ? [.notPlayed] : []))
        return Result(rounds: rounds, end: LiveReplayEnd(status, troubles: troubles))
    }

    /// Plays one round, and counts it; also gives what kept it, or its evidence, from being kept.
    private func play(
        _ number: Int, in folder: EvidenceFolder?, _ tally: inout RunTally,
        _ playRound: (RunEvidence?) throws(CommandTrouble) -> Played
    ) throws(CommandTrouble) -> (ReplayRound, CommandTrouble?) {
        var kept: RunEvidence?
        do throws(CommandTrouble) {
            kept = try folder?.begin(run: number, of: scenario, seed: seed, isLive: rig.kind != .simulated)
            var played = try playRound(kept)
            if let summary = played.summary {
                let (left, trouble) = kept?.settle(summary) ?? (summary, nil)
                tally.count(left)
                played.trouble = played.trouble ?? trouble
            }
            return (played.round, played.trouble)
        } catch {
            if let summary = run?.summary(RunError("run.notPlayed", "not played: \(error.what)")) {
                tally.count(kept?.settle(summary).summary ?? summary)
            }
            throw error
        }
    }
}
