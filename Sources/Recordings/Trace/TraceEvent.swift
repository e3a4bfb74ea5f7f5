public import Ground
public import Links
public import Traces

/// An event of a trace, in the order in which the run loop saw it.
///
/// Everything that the loop received and sent is included, so that a run is a function of its trace: the phone and
/// the director read no clock other than the one whose instants are recorded here.
public enum TraceEvent: Hashable, Sendable {
    // Rare or large cases are indirect: stored inline, they would make every event as large.
    /// The first event of every trace.
    indirect case began(TraceHeader)
    /// A wait ended with an arrival; `now` is the rig's time at that moment.
    ///
    /// Frames of both directions are numbered from 1.
    case received(Arrival, now: Instant, number: Int)
    /// A wait ended without an arrival: the rig's time at that moment, and the deadline that the loop requested.
    case waited(until: Instant, deadline: Instant)
    /// The loop read the clock between two calls and saw a later instant than any before.
    ///
    /// A bench in virtual time has none of these.
    case clock(Instant)
    /// A wait ended because the rig itself had been suspended.
    case stoodStill(since: Instant, until: Instant)
    /// A wait ended because a person interrupted the run.
    case interrupted(at: Instant)
    /// A frame was handed to the world at this instant.
    case sent(Outbound, at: Instant, number: Int)
    /// Any other journal entry, such as a step with its result, a zone or a finding.
    case journal(TraceNote)
    /// A packet captured elsewhere, such as by the kernel; for viewers only, and not part of the run. Its `interface`
    /// is the number that its recorder assigned.
    indirect case kernel(CapturedPacket)
    /// Something is missing here, as a sentence without a full stop; a run cannot be repeated across a gap.
    case gap(String)
    /// The run ended with this verdict. A trace without it is of an aborted run.
    case ended(verdict: String, reason: String?)
}
