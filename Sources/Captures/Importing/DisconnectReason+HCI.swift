import Ground
import Links

extension DisconnectReason {
    /// Creates a reason from HCI's code for the end of a connection.
    init(hci code: UInt8) {
        switch code {
        case 0x13, 0x14, 0x15: self = .remote
        case 0x08: self = .supervisionTimeout
        case 0x16: self = .local
        case 0x05, 0x3D: self = .authentication
        default: self = .other(text: "HCI reason \(code.hexadecimal)")
        }
    }

    /// The reason as seen from the other side.
    var fromTheOtherSide: DisconnectReason {
        switch self {
        case .remote: .local
        case .local: .remote
        case .supervisionTimeout, .authentication, .reset, .unacknowledged, .other: self
        }
    }
}
