import Ground

/// How closely a replay keeps to its trace.
public enum ReplayMode: Hashable, Sendable {
    /// The same calls give the same answers, until the first one that differs; from there on as `free`.
    ///
    /// Where the trace has the deadlines that the loop asked for, they are compared to the nanosecond.
    case strict(waits: Waits)
    /// What arrived does so at its recorded instants, in virtual time, whatever is sent.
    case free

    /// How late the recorded bench may have been.
    public enum Waits: Hashable, Sendable {
        /// Not at all: in virtual time a wait ends at its deadline.
        case exact
        /// As late as it was. In a trace of format 1, which has no deadlines, up to `slack`.
        case loose
    }

    /// By how much a live bench may have woken late.
    static let slack = Span.seconds(2)
    /// By how much the clock moves at once at most: a trace that says more would have the phone live through it.
    static let longestPause = Span.seconds(24 * 3600)
}
