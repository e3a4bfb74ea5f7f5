import Evidence
import Gate
import Journal
import Reports

/// The runs of a gate that have ended, with the errors outside the runs.
struct GateResults {
    /// Every run that has ended, in the order of their ends.
    private(set) var attempts: [GateAttempt] = []
    /// The summaries of these runs, by ordinal.
    private(set) var summaries: [Int: RunSummary] = [:]
    private(set) var tally = RunTally()
    /// The errors outside the runs.
    private(set) var errors: [CommandError] = []

    mutating func note(_ error: CommandError) { errors.append(error) }

    mutating func take(_ attempt: GateAttempt, _ summary: RunSummary) {
        attempts.append(attempt)
        summaries[attempt.ordinal] = summary
    }

    /// Counts a run that was played earlier.
    mutating func count(_ summary: RunSummary) { tally.count(summary) }

    mutating func count(_ played: PlayedRun) {
        tally.count(played.summary, evidence: played.files, hadRigFault: played.hadRigFault)
    }

    /// Removes the attempts of runs that count as lost; they stay in the tally.
    mutating func withdraw(_ ordinals: Set<Int>) { attempts.removeAll { ordinals.contains($0.ordinal) } }
}
