import Ground
import Journal
import ScenarioKit

/// Steps that belong together: the scenario itself, a lane, a fault with what it spoils, a round.
struct Block: Sendable {
    enum Kind: Sendable {
        case scenario
        case lane
        case tampering(MessageKind, times: Int, spot: SourceSpot)
        case simulating(SimulatedTrouble, AccessoryName)
        case simulatingReader(ReaderTrouble)
        case throughout(StepRecord, startedAt: Instant)
        /// One of several, after so many that passed.
        case round(after: Int, of: Int)
    }

    let kind: Kind
    let steps: [Step]
    /// What a failure of a line in it means that does not say so itself.
    let cause: Meaning?
    /// What holds over all of its steps.
    let invariants: [Check]
    var next = 0
    /// What had happened when the block began, and what was measured by then: checks count from there.
    let firstOccurrence: EventLog.Mark
    let mark: SampleLog.Mark
    /// Exact expectations, looked at again when the block ends.
    var judgedAgain: [Expectation] = []
}
