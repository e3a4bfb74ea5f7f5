public import Ground

/// The shareable configuration data: the ranging parameters that the phone's session passes to the accessory.
///
/// Little-endian; 28, 30 or 35 bytes for UWB 1.0, 1.1 and 2.0 (nearby-interaction.md 4.1). The tail of 2.0 is
/// unverified: no capture of it is public. A newer version is decoded as long as its bytes follow the newest known
/// layout.
public struct ShareableConfigurationData: Hashable, Codable, Sendable {
    /// The fields added by UWB 2.0: four reserved bytes and the hopping mode. Unverified.
    public struct Tail: Hashable, Codable, Sendable {
        public var reserved: UInt32
        /// 0 for off, 1 for on.
        public var hopping: UInt8

        public init(reserved: UInt32 = 0, hopping: UInt8 = 0) {
            self.reserved = reserved
            self.hopping = hopping
        }
    }

    public var version: UWBVersion
    /// The length byte: the declared number of bytes after it.
    public var declaredLength: UInt8
    /// Two ASCII letters, the first in the low byte; "EU" in every capture.
    public var countryCode: UInt16 = 0x5545
    public var sessionID: UInt32
    public var preambleCode: UInt8 = 11
    public var channel: UInt8 = 9
    public var slotsPerRound: UInt16 = 6
    /// The slot duration in RSTU; 1200 RSTU are one millisecond.
    public var slotDurationRSTU: UInt16 = 3600
    /// The ranging interval, which Apple's blob calls block duration.
    public var intervalMilliseconds: UInt16
    public var roundControl: UInt8 = 0x03
    public var initialization: StaticSTSInitialization
    /// The phone's own short MAC address, which is the accessory's destination address.
    public var address: ShortAddress
    /// The phone's clock drift in parts per million; present from UWB 1.1.
    public var clockDriftPPM: UInt16?
    /// The tail; present from UWB 2.0.
    public var tail: Tail?
    /// Bytes after the known layout.
    public var extra: [UInt8]

    /// Creates parameters with the values common to all captures; `clockDriftPPM` and `tail` are ignored if the
    /// version lacks them.
    public init(
        version: UWBVersion = .v11, sessionID: UInt32, intervalMilliseconds: UInt16 = 180,
        initialization: StaticSTSInitialization, address: ShortAddress, clockDriftPPM: UInt16 = 200,
        tail: Tail = Tail()
    ) {
        self.version = version
        self.sessionID = sessionID
        self.intervalMilliseconds = intervalMilliseconds
        self.initialization = initialization
        self.address = address
        self.clockDriftPPM = version >= .v11 ? clockDriftPPM : nil
        self.tail = version >= .v20 ? tail : nil
        self.extra = []
        self.declaredLength = Self.length(of: version.nearestKnown ?? .v10)
    }

    /// Generates a phone's answer to the accessory's configuration data (nearby-interaction.md 4.4).
    ///
    /// The UWB version is the accessory's, or the newest known one below it if the accessory's is unknown. Session
    /// id, vector and address are random; the address never equals the accessory's.
    public static func generate(
        for accessory: AccessoryConfigurationData, using generator: inout SeededGenerator
    ) -> ShareableConfigurationData {
        let sessionID = UInt32.random(in: 1...0xFFFF, using: &generator)
        let intervals: [UInt16] = [162, 180, 198]
        let interval = intervals[Int.random(in: 0..<intervals.count, using: &generator)]
        let initialization = StaticSTSInitialization(random: &generator)
        var address = ShortAddress(rawValue: UInt16.random(in: 1...0xFFFD, using: &generator))
        if address == accessory.address { address = ShortAddress(rawValue: address.rawValue + 1) }  // at most 0xFFFE
        return ShareableConfigurationData(
            version: accessory.version.nearestKnown ?? .v10, sessionID: sessionID, intervalMilliseconds: interval,
            initialization: initialization, address: address)
    }

    /// Decodes the payload of configureAndStart, without the message's id.
    ///
    /// Throws only if bytes are missing; `findings()` checks the values.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        version = UWBVersion(major: try reader.u16("the UWB version"), minor: try reader.u16("the UWB minor version"))
        declaredLength = try reader.u8("the length byte")
        countryCode = try reader.u16("the country code")
        sessionID = try reader.u32("the session id")
        preambleCode = try reader.u8("the preamble code")
        channel = try reader.u8("the channel")
        slotsPerRound = try reader.u16("the slots per round")
        slotDurationRSTU = try reader.u16("the slot duration")
        intervalMilliseconds = try reader.u16("the ranging interval")
        roundControl = try reader.u8("the ranging round control")
        initialization = try StaticSTSInitialization(reading: &reader)
        address = ShortAddress(rawValue: try reader.u16("the phone's short MAC address"))
        let isKnown = UWBVersion.known.contains(version)
        if version >= .v11, isKnown || reader.remaining >= 2 { clockDriftPPM = try reader.u16("the clock drift") }
        if version >= .v20, isKnown || reader.remaining >= 5 {
            tail = Tail(
                reserved: try reader.u32("the reserved bytes of UWB 2.0"), hopping: try reader.u8("the hopping mode"))
        }
        extra = reader.rest()
    }

    /// The payload of configureAndStart, without the message's id.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(35 + extra.count)
        bytes.append(little: version.major)
        bytes.append(little: version.minor)
        bytes.append(declaredLength)
        bytes.append(little: countryCode)
        bytes.append(little: sessionID)
        bytes.append(preambleCode)
        bytes.append(channel)
        bytes.append(little: slotsPerRound)
        bytes.append(little: slotDurationRSTU)
        bytes.append(little: intervalMilliseconds)
        bytes.append(roundControl)
        bytes += initialization.bytes
        bytes.append(little: address.rawValue)
        if let clockDriftPPM { bytes.append(little: clockDriftPPM) }
        if let tail {
            bytes.append(little: tail.reserved)
            bytes.append(tail.hopping)
        }
        return bytes + extra
    }

    /// Returns the number of bytes after the length byte in a known version.
    static func length(of version: UWBVersion) -> UInt8 {
        switch version {
        case .v10: 23
        case .v11: 25
        default: 30
        }
    }
}
