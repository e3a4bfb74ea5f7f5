/// What the rig asks of an accessory's serial console; what the accessory prints comes line by line.
public enum ConsoleRequest: Hashable, Codable, Sendable {
    /// Bytes for the accessory, its line ends included.
    case write([UInt8])
}
