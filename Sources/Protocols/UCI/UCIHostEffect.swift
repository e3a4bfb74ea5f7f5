public import Ground

/// What the host wants done or has to tell; sessions are named by their id, never by the device's handle.
public enum UCIHostEffect: Hashable, Sendable {
    /// Bytes for the device: one command with all its segments.
    case send([UInt8])
    /// The device was reset and has introduced itself.
    case ready(DeviceInfo)
    /// The session ranges.
    case sessionStarted(UInt32)
    /// The result of one ranging round; empty when the device heard of nobody.
    case measurements(UInt32, [TWRMeasurement])
    /// The session is over: by `stopSession`, by the peer over the air, or by the device's own decision.
    case sessionStopped(UInt32, SessionReason)
    /// The session never came to range, and why; a part of a sentence.
    case sessionFailed(UInt32, String)
    /// Offsets count from the first byte of the packet's header.
    case finding(Finding)
    /// The device is of no use until `begin(at:)`, and why; all sessions are gone. A part of a sentence.
    case failed(String)
}
