/// The kind of a line in a trace or timeline, apart from frames and the phone's events, by its stable name.
public enum EntryKind: String, CaseIterable, Sendable {
    // Entries of the journal.
    case runStarted = "run started"
    case stepStarted = "step started"
    case stepPassed = "step passed"
    case stepFailed = "step failed"
    case finding
    case fault
    case runEnded = "run ended"

    // Entries of the trace itself.
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
