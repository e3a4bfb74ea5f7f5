/// What the phone asks of the UWB kit.
public enum KitRequest: Hashable, Codable, Sendable {
    case open
    /// UCI bytes for the kit.
    case bytes([UInt8])
    case close
}

/// What comes from the UWB kit; its loss is a `RigFault`.
public enum KitEvent: Hashable, Codable, Sendable {
    /// The line is open; the text names the device.
    case opened(String)
    /// UCI bytes as they arrived: any part of a packet, or several.
    case bytes([UInt8])
}
