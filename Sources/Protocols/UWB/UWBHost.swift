public import Ground

/// The phone's side of a UWB kit: brings the kit up, and starts, monitors and stops two-way ranging sessions on it.
///
/// A host is a value and does no I/O: it takes the kit's bytes and instants, and returns bytes for the kit, deadlines
/// and events. There is one implementation per kit dialect. Sessions are identified by their id.
public protocol UWBHost: Sendable {
    /// The name of the dialect for use in messages, for example `UCI`.
    var dialect: String { get }
    /// The next instant at which `advance(to:)` has work to do; nil if no timer is running.
    var deadline: Instant? { get }
    /// The longest time the host waits for a silent kit before it gives up.
    var patience: Lapse { get }
    /// The number of times the command in flight, or the command in doubt, was sent; 0 if there is none.
    var triesInFlight: Int { get }
    /// Whether a response to a command is outstanding.
    var awaitsAnswer: Bool { get }
    /// Whether the kit may still hold a session that the host is deleting or has yet to delete.
    var isClosingSessions: Bool { get }

    /// The maximum number of concurrent sessions.
    var mostSessions: Int { get }
    /// Whether measurements include angles, given a kit with suitable antennas.
    var tellsAngles: Bool { get }
    /// Returns the reason why these parameters cannot be set on the kit, as part of a sentence, or nil if they can.
    func obstacle(to parameters: RangingParameters) -> String?

    /// Brings the kit to a known state and identifies it, after its line was opened. Earlier sessions are discarded.
    mutating func begin(at now: Instant) -> [UWBHostEffect]
    /// Creates a session with these parameters and starts it as soon as the kit is ready.
    mutating func startSession(_ parameters: RangingParameters, at now: Instant) -> [UWBHostEffect]
    /// Stops a session that is ranging or starting, and deletes it from the kit. Does nothing for an unknown session.
    mutating func stopSession(_ sessionID: UInt32, at now: Instant) -> [UWBHostEffect]
    /// Takes bytes from the kit, split in any way.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UWBHostEffect]
    /// Handles expired deadlines: repeats commands and gives up on missing answers.
    mutating func advance(to now: Instant) -> [UWBHostEffect]
    /// Queries a ready kit's identity to check that it responds. See `awaitsAnswer`.
    mutating func ask(at now: Instant) -> [UWBHostEffect]
    /// Discards all sessions after the line to the kit was lost.
    mutating func abandon()
}

/// An output of a host. Sessions are identified by their id, never by the kit's handle.
public enum UWBHostEffect: Hashable, Sendable {
    /// Bytes for the kit: one command.
    case send([UInt8])
    /// The kit is in a known state and has identified itself with this text.
    case ready(String)
    /// The session is ranging.
    case sessionStarted(UInt32)
    /// The results of one ranging round; empty if no peer was received.
    case measurements(UInt32, [RangingMeasurement])
    /// The session ended: through `stopSession`, by the peer over the air, or by the kit itself.
    case sessionStopped(UInt32, SessionEnd)
    /// The session failed before ranging started; the reason is part of a sentence.
    case sessionFailed(UInt32, String)
    case finding(Finding)
    /// The kit is unusable until `begin(at:)` and all sessions are gone; the reason is part of a sentence.
    case failed(String)
}

/// The cause of a session's end; texts are the kit's own wording.
public enum SessionEnd: Hashable, Sendable {
    case hostCommand
    /// The peer stopped ranging over the air, which is a normal end.
    case stoppedByPeer
    /// The kit reached a limit, such as its retries or measurements.
    case limitReached(String)
    /// Any other cause.
    case trouble(String)
}
