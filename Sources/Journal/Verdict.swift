/// The verdict on a run. Only `passed` is a pass, and it requires evidence: at least one step that checked something.
public enum Verdict: Hashable, Sendable {
    /// Every step was played and every expectation was met.
    case passed
    /// The accessory or a tag was at fault.
    case failed
    /// The rig was at fault; shows nothing about the accessory.
    case error
    /// The run exceeded its time limit; shows nothing about the accessory.
    case timedOut
    /// The rig cannot play the scenario, for the given reason.
    case skipped(reason: String)
    /// A person or a signal ended the run.
    case aborted
}

extension Verdict: CustomStringConvertible {
    /// The verdict in one or two words: `passed`, `timed out`.
    public var description: String { kind.words }
}
