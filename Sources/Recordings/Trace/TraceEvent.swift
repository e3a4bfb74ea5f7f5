public import Ground
public import Links
public import Traces

/// One thing in a trace, in the order in which the run loop saw it.
///
/// What the loop was given and what it gave is all there, so that a run is a function of its trace: the phone and the
/// director read no other clock than the one whose instants are in here.
public enum TraceEvent: Hashable, Sendable {
    // Those that are rare or large are elsewhere in memory: in place they would make every event as large.
    /// The first event of every trace.
    indirect case began(TraceHeader)
    /// Waiting ended with an arrival; `now` is the rig's time when it did.
    ///
    /// Frames of both directions are counted from 1.
    case received(Arrival, now: Instant, number: Int)
    /// Waiting ended with nothing; the rig's time when it did, and the deadline that the loop had asked for.
    ///
    /// The deadline is nil in traces of format 1.
    case waited(until: Instant, deadline: Instant? = nil)
    /// The loop looked at the clock between two calls, and that showed a later instant than any before.
    ///
    /// On a bench in virtual time there are none.
    case clock(Instant)
    /// Waiting ended because the rig itself had stood still in between.
    case stoodStill(since: Instant, until: Instant)
    /// Waiting ended because a person asked for the end.
    case interrupted(at: Instant)
    /// Something was handed to the world; the instant at which it was.
    case sent(Outbound, at: Instant, number: Int)
    /// Anything else that the journal has: steps, zones, findings, what they came to.
    case journal(TraceNote)
    /// A packet that somebody else saw, such as the kernel: for viewers alone, and no part of the run. Its `interface`
    /// is whatever the one who recorded it counted.
    indirect case kernel(CapturedPacket)
    /// Something is missing here, as a sentence without its full stop: a run cannot be repeated across it.
    case gap(String)
    /// The run came to its end with this verdict. A trace without it is of a run that was aborted.
    case ended(verdict: String, reason: String?)
}
