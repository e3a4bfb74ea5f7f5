/// What a run came to. Only `passed` is a pass, and it needs evidence: at least one step that checked something.
public enum Verdict: Hashable, Codable, Sendable {
    /// Every step was played and every expectation was met.
    case passed
    /// The accessory, or a tag, was wrong.
    case failed
    /// The rig was wrong; says nothing about the accessory.
    case error
    /// The run took longer than it may; says nothing about the accessory.
    case timedOut
    /// The rig cannot play the scenario, with the reason.
    case skipped(String)
    /// A person, or a signal, ended the run.
    case aborted
}

extension Verdict: CustomStringConvertible {
    /// The verdict in one or two words: `passed`, `timed out`.
    public var description: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .error: "error"
        case .timedOut: "timed out"
        case .skipped: "skipped"
        case .aborted: "aborted"
        }
    }
}
