public import Ground

/// What was heard of an accessory before connecting to it.
public struct Advertisement: Hashable, Codable, Sendable {
    public let address: BluetoothAddress
    /// In dBm; nil when the controller does not tell.
    public let rssi: Int8?
    public let name: String?
    /// Service UUIDs as text: 4 or 36 characters, upper case.
    public let services: [String]

    public init(address: BluetoothAddress, rssi: Int8?, name: String?, services: [String]) {
        self.address = address
        self.rssi = rssi
        self.name = name
        self.services = services
    }
}

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
    case other(String)
}

extension DisconnectReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .remote: "the accessory hung up"
        case .supervisionTimeout: "supervision timeout"
        case .local: "ended by the rig"
        case .authentication: "authentication failure"
        case .other(let text): text
        }
    }
}

/// What the phone asks of the Bluetooth link to one accessory.
public enum BluetoothRequest: Hashable, Codable, Sendable {
    /// Find the accessory and connect to it; give up, with `connectFailed`, when the span is over.
    case connect(within: Span)
    /// One ATT PDU.
    case frame([UInt8])
    case disconnect
}

/// What happens on the Bluetooth link to one accessory.
public enum BluetoothEvent: Hashable, Codable, Sendable {
    case discovered(Advertisement)
    case connected(BluetoothAddress)
    /// It was not found, or did not accept the connection; the text says which.
    case connectFailed(String)
    /// One ATT PDU.
    case frame([UInt8])
    case disconnected(DisconnectReason)
}
