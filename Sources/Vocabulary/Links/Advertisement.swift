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

/// What an ISO 14443 type A tag shows at anticollision.
public struct TagIdentity: Hashable, Codable, Sendable {
    /// 4, 7 or 10 bytes.
    public let uid: [UInt8]
    /// As libnfc stores it: high byte first.
    public let atqa: UInt16
    public let sak: UInt8
    /// Without its length byte; empty when the tag has none.
    public let ats: [UInt8]

    public init(uid: [UInt8], atqa: UInt16, sak: UInt8, ats: [UInt8] = []) {
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.ats = ats
    }
}
