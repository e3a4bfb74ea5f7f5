public import Ground

/// The data heard of an accessory before connecting to it.
public struct Advertisement: Hashable, Codable, Sendable {
    public let address: BluetoothAddress
    /// The signal strength in dBm; nil if the controller does not report it.
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

/// The identity that an ISO 14443 type A tag shows at anticollision.
public struct TagIdentity: Hashable, Codable, Sendable {
    /// The identifier, of 4, 7 or 10 bytes.
    public let uid: [UInt8]
    /// The ATQA as libnfc stores it: high byte first.
    public let atqa: UInt16
    public let sak: UInt8
    /// The ATS without its length byte; empty if the tag has none.
    public let ats: [UInt8]

    public init(uid: [UInt8], atqa: UInt16, sak: UInt8, ats: [UInt8] = []) {
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.ats = ats
    }
}
