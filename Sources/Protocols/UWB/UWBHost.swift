public import Ground

/// The phone's side of a UWB kit: brings the kit up, and starts, follows and stops two-way ranging sessions on it.
///
/// A value without input or output: bytes of the kit and instants go in, bytes for the kit, deadlines and what happened
/// come out. Each dialect that kits speak is one implementation. Sessions are named by their id.
public protocol UWBHost: Sendable {
    /// What the kit is expected to speak, for messages: `UCI`.
    var dialect: String { get }
    /// When `advance(to:)` has something to do; nil while nothing is waited for.
    var deadline: Instant? { get }
    /// How long a kit that is silent is listened for.
    var patience: Span { get }
    /// How often the command in flight, or what it is about, was sent; 0 where none is.
    var triesInFlight: Int { get }
    /// Whether the kit owes the answer to a command.
    var awaitsAnswer: Bool { get }
    /// Whether the kit may have a session that it was told to forget, or is yet to be told.
    var isClosingSessions: Bool { get }

    /// How many sessions the kit can have at once.
    var mostSessions: Int { get }
    /// Whether measurements have angles, on a kit with the antennas for them.
    var tellsAngles: Bool { get }
    /// Why the kit cannot be told these parameters, as a part of a sentence; nil when it can.
    func obstacle(to parameters: RangingParameters) -> String?

    /// The line to the kit is open: brings it to a known state and asks what it is. Sessions of before are gone.
    mutating func begin(at now: Instant) -> [UWBHostEffect]
    /// Makes a session of these parameters and starts it, when the kit is ready.
    mutating func startSession(_ parameters: RangingParameters, at now: Instant) -> [UWBHostEffect]
    /// Stops a session that ranges or is about to, and makes the kit forget it; nothing for an unknown one.
    mutating func stopSession(_ sessionID: UInt32, at now: Instant) -> [UWBHostEffect]
    /// Takes bytes of the kit in whatever pieces they come.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [UWBHostEffect]
    /// Does what is due: sends commands again, gives up what did not come.
    mutating func advance(to now: Instant) -> [UWBHostEffect]
    /// Asks a kit that is ready what it is, only to have an answer. See `awaitsAnswer`.
    mutating func ask(at now: Instant) -> [UWBHostEffect]
    /// The line to the kit is gone, and with it all sessions.
    mutating func abandon()
}

/// What a host wants done or has to tell; sessions are named by their id, never by the kit's handle.
public enum UWBHostEffect: Hashable, Sendable {
    /// Bytes for the kit: one command.
    case send([UInt8])
    /// The kit is in a known state and has introduced itself; the text says what it is.
    case ready(String)
    /// The session ranges.
    case sessionStarted(UInt32)
    /// The result of one ranging round; empty when the kit heard of nobody.
    case measurements(UInt32, [RangingMeasurement])
    /// The session is over: by `stopSession`, by the peer over the air, or by the kit's own decision.
    case sessionStopped(UInt32, SessionEnd)
    /// The session never came to range, and why; a part of a sentence.
    case sessionFailed(UInt32, String)
    case finding(Finding)
    /// The kit is of no use until `begin(at:)`, and why; all sessions are gone. A part of a sentence.
    case failed(String)
}

/// Why a session on a kit ended; texts are the kit's own reason.
public enum SessionEnd: Hashable, Sendable {
    case hostCommand
    /// The peer ended ranging over the air: a normal end.
    case stoppedByPeer
    /// A limit that the kit keeps: retries or measurements.
    case limitReached(String)
    /// Anything else.
    case trouble(String)
}
