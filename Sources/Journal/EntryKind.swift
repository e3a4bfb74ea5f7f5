/// What kind of line a trace or a timeline has beside frames and the phone's events, by its stable name.
public enum EntryKind: String, CaseIterable, Sendable {
    // What the journal has.
    case runStarted = "run started"
    case stepStarted = "step started"
    case stepPassed = "step passed"
    case stepFailed = "step failed"
    case finding
    case fault
    case runEnded = "run ended"

    // What a trace itself tells.
    case trace
    case imported = "import"
    case stoodStill = "stood still"
    case interrupted
    case gap
    case verdict
    case kernel
    /// A ranging session of an imported capture.
    case session
}
