import Ground

/// The strictness with which a replay follows its trace.
public enum ReplayMode: Hashable, Sendable {
    /// The same calls get the same answers until the first one that differs, and then as in `free`.
    ///
    /// The loop's deadlines are compared to the nanosecond.
    case strict(waits: Waits)
    /// Arrivals come at their recorded instants, in virtual time, whatever is sent.
    case free

    /// The lateness allowed for the recorded bench.
    public enum Waits: Hashable, Sendable {
        /// None: in virtual time a wait ends at its deadline.
        case exact
        /// Any lateness that was recorded.
        case loose
    }

    /// The largest step of the clock. A trace with longer pauses would have the phone live through them.
    static let longestPause = Lapse.seconds(24 * 3600)
}
