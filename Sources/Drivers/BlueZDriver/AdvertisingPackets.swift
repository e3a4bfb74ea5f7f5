/// What an accessory sends while it advertises: the advertisement, and the answer to a scan request.
///
/// The kernel puts the flags element (general discoverable, no BR/EDR) in front, so 28 octets are free in the first.
public struct AdvertisingPackets: Hashable, Sendable {
    public static let advertisementLimit = 28
    public static let scanResponseLimit = 31

    public let advertisement: [UInt8]
    public let scanResponse: [UInt8]

    /// Takes elements as they are, malformed ones too; nil when they are longer than the packets.
    public init?(advertisement: [UInt8], scanResponse: [UInt8]) {
        guard advertisement.count <= AdvertisingPackets.advertisementLimit,
            scanResponse.count <= AdvertisingPackets.scanResponseLimit
        else { return nil }
        self.advertisement = advertisement
        self.scanResponse = scanResponse
    }

    /// Puts the service UUIDs into the advertisement and the name into the scan response.
    ///
    /// Each service is 4 or 32 hexadecimal digits, with or without dashes. A name of more than 29 octets is shortened
    /// and marked so, and none is left away. Nil when a service is no UUID, or when they do not fit: one of 128 bits
    /// does.
    public init?(name: String?, services: [String]) {
        var short: [UInt8] = []
        var long: [UInt8] = []
        for service in services {
            guard let wire = ServiceUUID.wire(of: service) else { return nil }
            if wire.count == 2 { short += wire } else { long += wire }
        }
        guard short.count + long.count <= AdvertisingPackets.advertisementLimit else { return nil }
        var advertisement: [UInt8] = []
        if !short.isEmpty { advertisement += [UInt8(short.count + 1), 0x03] + short }
        if !long.isEmpty { advertisement += [UInt8(long.count + 1), 0x07] + long }
        self.init(advertisement: advertisement, scanResponse: name.map { AdvertisingPackets.element(ofName: $0) } ?? [])
    }

    private static func element(ofName name: String) -> [UInt8] {
        let room = scanResponseLimit - 2
        var shortened = ""
        for character in name {
            guard shortened.utf8.count + character.utf8.count <= room else { break }
            shortened.append(character)
        }
        let type: UInt8 = shortened == name ? 0x09 : 0x08
        return [UInt8(shortened.utf8.count + 1), type] + Array(shortened.utf8)
    }
}
