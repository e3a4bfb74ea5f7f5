/// The kinds of HCI packet, by the type byte of the UART transport (Bluetooth fact sheet 3.2).
public enum HCIPacketType: UInt8, Hashable, Codable, Sendable {
    case command = 1
    case acl = 2
    case synchronous = 3
    case event = 4
    case isochronous = 5

    /// The only direction that this kind can have; nil where both are possible.
    public var direction: FrameDirection? {
        switch self {
        case .command: .outbound
        case .event: .inbound
        case .acl, .synchronous, .isochronous: nil
        }
    }
}
