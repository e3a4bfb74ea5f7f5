/// A request of the phone to the UWB kit.
public enum KitRequest: Hashable, Codable, Sendable {
    case open
    /// Bytes for the kit, in its own dialect.
    case bytes([UInt8])
    case close
}

/// An event of the UWB kit; its loss is a `RigFault`.
public enum KitEvent: Hashable, Codable, Sendable {
    /// The line is open; the text names the device.
    case opened(String)
    /// Bytes as received: any part of a packet or a line, or several.
    case bytes([UInt8])
}
