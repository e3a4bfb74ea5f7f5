public import Ground

/// What a device wants done or has to tell; sessions are named by their id.
public enum UCIDeviceEffect: Hashable, Sendable {
    /// Bytes for the host: one packet with all its segments.
    case send([UInt8])
    /// The host started ranging: one `report` is due each interval.
    case sessionActive(UInt32, RangingParameters)
    /// Ranging is over, for whatever reason.
    case sessionInactive(UInt32)
    /// What is wrong with the host's bytes; offsets count from the first byte of the packet's header.
    case finding(Finding)
}
