/// Why a Bluetooth link ended.
public enum DisconnectReason: Hashable, Codable, Sendable {
    /// The accessory hung up (HCI 0x13, 0x14, 0x15).
    case remote
    /// Nothing was heard for the supervision timeout (HCI 0x08).
    case supervisionTimeout
    /// The rig ended it.
    case local
    /// A key was missing or wrong (HCI 0x05, 0x3D).
    case authentication
    /// Anything else, with what the kernel said.
    case other(text: String)
}

extension DisconnectReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .remote: "the accessory hung up"
        case .supervisionTimeout: "supervision timeout"
        case .local: "the phone hung up"
        case .authentication: "authentication failure"
        case .other(let text): text
        }
    }
}
