public import Ground
public import Links
public import Recordings

/// The first point at which a replay differs from its trace.
public struct Divergence: Hashable, Sendable {
    /// The difference between the replay and the recording.
    public enum Kind: Hashable, Sendable {
        /// A frame was sent that differs from the recorded one.
        case sent(Outbound, insteadOf: Outbound)
        /// A frame was sent where the recording has none.
        case sentUnrecorded(Outbound)
        /// A recorded frame was not sent.
        case notSent(Outbound)
        /// The wait that led to the next recorded call would have ended at another instant.
        case woke(at: Instant, insteadOf: Instant)
        /// The run waits with another deadline.
        case waits(until: Instant, insteadOf: Instant)
        /// The run ended, but the recording goes on.
        case endedEarly
        /// The run goes on past the end of the recording.
        case wentOn
        /// The journal has another entry, or none.
        case noted(TraceNote?, insteadOf: TraceNote?)
        /// The run reached another verdict, or the same one for another reason.
        case verdict(String, insteadOf: String)
    }

    /// An arrival with its number in the trace.
    public struct Arrived: Hashable, Sendable {
        public let arrival: Arrival
        public let number: Int
    }

    public let kind: Kind
    /// The number of the frame that differs, or else of the last frame that both have.
    public let frame: Int
    /// The rig's time at which the difference appeared.
    public let instant: Instant
    /// The last arrival before the difference, usually the one that our side answered differently.
    public let after: Arrived?

    init(_ kind: Kind, frame: Int, at instant: Instant, after: Arrived?) {
        self.kind = kind
        self.frame = frame
        self.instant = instant
        self.after = after
    }
}
