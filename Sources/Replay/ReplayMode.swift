import Ground

/// How closely a replay keeps to its trace.
public enum ReplayMode: Hashable, Sendable {
    /// The same calls give the same answers, until the first one that differs; from there on as `free`.
    ///
    /// In virtual time every wait is compared to the nanosecond. A live bench wakes late, and its trace does not
    /// say by how much: a wait that lasts at most `slack` longer than what was asked for is taken for such a one.
    case strict(waits: Waits)
    /// What arrived does so at its recorded instants, in virtual time, whatever is sent.
    case free

    /// How the instants of the waits are compared.
    public enum Waits: Hashable, Sendable {
        case exact
        case loose
    }

    /// By how much a live bench may have woken late.
    static let slack = Span.seconds(2)
}
