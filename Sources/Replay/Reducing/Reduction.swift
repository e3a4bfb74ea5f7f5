public import Journal
import Recordings
import Wording

/// A short list of arrivals with which a run still fails as it did.
public struct Reduction: Sendable {
    /// The known minimality of a reduction.
    public enum Shortness: Hashable, Sendable {
        /// Neither any single arrival nor any pair can be removed.
        case noTwoLess
        /// No single arrival can be removed.
        case noneLess
        /// The search was ended early.
        case unfinished
    }

    public let failure: FailureKey
    /// The remaining arrivals, with their numbers in the trace.
    public let arrivals: [Divergence.Arrived]
    /// The number of arrivals before the reduction.
    public let before: Int
    /// The number of replays.
    public let runs: Int
    public let shortness: Shortness
    /// The result of the run with the remaining arrivals.
    public let summary: RunSummary
    /// The trace of that run, which replays to the same failure.
    public let events: TraceStream
}

/// The reason why a trace cannot be reduced.
public enum ReductionError: Error, Hashable, Sendable {
    /// The recording stops before the end of the run, or has a gap.
    case isCutShort(ReplayScript.Ending)
    /// Its replay differs from the recording, so its failure is not that of the run.
    case differs(Divergence)
    /// Its replay does not fail, but reaches the given verdict.
    case doesNotFail(Verdict)
    /// The run fails only when replayed call by call. With its arrivals at their recorded instants it reaches this
    /// verdict.
    case failsOtherwise(Verdict, reason: String?)
}

extension ReductionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .isCutShort(.gap(let what)): Sentence.cannotReduce(.recordingHasGap(what)).description
        case .isCutShort: Sentence.cannotReduce(.recordingIsCut).description
        case .differs(let difference): Sentence.cannotReduce(.differs(at: difference.description)).description
        case .doesNotFail(let verdict): Sentence.nothingToReduce(verdict).description
        case .failsOtherwise(let verdict, let reason): Sentence.failsOtherwise(verdict, reason).description
        }
    }
}
