public import Ground
public import Links
public import Recordings

/// Where a replay first did something else than what its trace recorded.
public struct Divergence: Hashable, Sendable {
    /// What was done, and what was recorded.
    public enum Kind: Hashable, Sendable {
        /// Another frame was sent than the recorded one.
        case sent(Outbound, insteadOf: Outbound)
        /// A frame was sent where the recording has none.
        case sentUnrecorded(Outbound)
        /// A recorded frame was not sent.
        case notSent(Outbound)
        /// The wait that led to the recorded frame, or to none, would have ended at another instant.
        case woke(at: Instant, insteadOf: Instant)
        /// What was waited for has another deadline.
        case waits(until: Instant, insteadOf: Instant)
        /// The run came to its end, and the recording goes on.
        case endedEarly
        /// The run goes on, and the recording is at its end.
        case wentOn
        /// The journal has something else, or nothing.
        case noted(TraceNote?, insteadOf: TraceNote?)
        /// The run came to another verdict, or to the same one for another reason.
        case verdict(String, insteadOf: String)
    }

    /// Something that arrived, with its number in the trace.
    public struct Arrived: Hashable, Sendable {
        public let arrival: Arrival
        public let number: Int
    }

    public let kind: Kind
    /// The number of the frame at which it shows: the one that differs, or else the last one that both have.
    public let frame: Int
    /// The rig's time when it shows.
    public let instant: Instant
    /// What had arrived last: what our side answered otherwise, as a rule.
    public let after: Arrived?

    init(_ kind: Kind, frame: Int, at instant: Instant, after: Arrived?) {
        self.kind = kind
        self.frame = frame
        self.instant = instant
        self.after = after
    }

    /// Whether it is in what went over the links, rather than in what was made of it.
    public var isOfFrames: Bool {
        switch kind {
        case .sent, .sentUnrecorded, .notSent, .woke, .waits, .endedEarly, .wentOn: true
        case .noted, .verdict: false
        }
    }
}
