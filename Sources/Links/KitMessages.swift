/// What the phone asks of the UWB kit.
public enum KitRequest: Hashable, Codable, Sendable {
    case open
    /// Bytes for the kit, in the dialect that it speaks.
    case bytes([UInt8])
    case close
}

/// What comes from the UWB kit; its loss is a `RigFault`.
public enum KitEvent: Hashable, Codable, Sendable {
    /// The line is open; the text names the device.
    case opened(String)
    /// Bytes as they arrived: any part of a packet or a line, or several.
    case bytes([UInt8])
}
