/// A request of the rig to an accessory's serial console. The accessory's output arrives line by line.
public enum ConsoleRequest: Hashable, Codable, Sendable {
    /// Bytes for the accessory, its line ends included.
    case write([UInt8])
}
