/// The event that ended a wait early: whatever comes later is no answer to it.
public enum WaitEnd: Hashable, Sendable {
    case linkLost
    case phoneReconnected
    case phoneSent(MessageKind)
    case appRetried
    /// The session with the accessory timed out: the kit heard nothing for the whole timeout.
    case sessionTimedOut
    /// The accessory ended the session over UWB.
    case sessionEndedByPeer
    case sessionInvalidated
}
