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
