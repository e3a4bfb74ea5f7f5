public import Ground

/// The accessory configuration data: an accessory's capabilities, which the app passes to the phone's session.
///
/// Little-endian: 16 fixed bytes, then the UWB configuration of 19, 21 or 32 bytes for versions 1.0, 1.1 and 2.0
/// (nearby-interaction.md 3.1). A newer version is decoded as long as its bytes follow the newest known layout; the
/// remainder is kept in `extra`. The reserved bytes of 2.0 are unverified.
public struct AccessoryConfigurationData: Hashable, Sendable {
    /// The ranging parameters that a UWB 2.0 accessory requests, with the four reserved bytes before them.
    public struct Request: Hashable, Sendable {
        public var reserved: UInt32 = 0
        /// 0 for off, 1 for on.
        public var hopping: UInt8
        public var slotsPerRound: UInt16
        /// The slot duration in RSTU; 1200 RSTU are one millisecond.
        public var slotDurationRSTU: UInt16
        public var intervalMilliseconds: UInt16

        public init(
            hopping: UInt8 = 0, slotsPerRound: UInt16 = 25, slotDurationRSTU: UInt16 = 2400,
            intervalMilliseconds: UInt16 = 200
        ) {
            self.hopping = hopping
            self.slotsPerRound = slotsPerRound
            self.slotDurationRSTU = slotDurationRSTU
            self.intervalMilliseconds = intervalMilliseconds
        }
    }

    public var protocolMajor: UInt16 = 1
    public var protocolMinor: UInt16 = 0
    public var preferredUpdateRate: UpdateRate
    /// The ten reserved bytes after the update rate.
    public internal(set) var reserved = [UInt8](repeating: 0, count: 10)
    /// The length byte: the number of bytes of UWB configuration, as the accessory declares it.
    public var declaredLength: UInt8
    public var version: UWBVersion
    public var manufacturer: UInt32
    public var model: UInt32
    public var middleware: UInt32
    /// The accessory's own role.
    public var role: RangingRole
    public var address: ShortAddress
    /// The maximum clock drift in parts per million; present from UWB 1.1.
    public var clockDriftPPM: UInt16?
    /// The requested ranging parameters; present from UWB 2.0.
    public var request: Request?
    /// Bytes after the known layout.
    public var extra: [UInt8]

    /// Creates configuration data of a known version; `clockDriftPPM` and `request` are ignored if the version lacks
    /// them.
    public init(
        version: UWBVersion = .v11, preferredUpdateRate: UpdateRate = .userInteractive, role: RangingRole,
        address: ShortAddress, manufacturer: UInt32 = 0, model: UInt32 = 0, middleware: UInt32 = 0,
        clockDriftPPM: UInt16 = 100, request: Request = Request()
    ) {
        self.version = version
        self.preferredUpdateRate = preferredUpdateRate
        self.role = role
        self.address = address
        self.manufacturer = manufacturer
        self.model = model
        self.middleware = middleware
        self.clockDriftPPM = version >= .v11 ? clockDriftPPM : nil
        self.request = version >= .v20 ? request : nil
        self.extra = []
        self.declaredLength = Self.uwbLength(of: version.nearestKnown ?? .v10)
    }

    /// Decodes the message's payload, without its id.
    ///
    /// Throws only if bytes are missing; `findings()` checks the values.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        protocolMajor = try reader.u16("the protocol's major version")
        protocolMinor = try reader.u16("the protocol's minor version")
        preferredUpdateRate = UpdateRate(rawValue: try reader.u8("the preferred update rate"))
        reserved = try reader.take(10, "the reserved bytes")
        declaredLength = try reader.u8("the UWB configuration's length")
        version = UWBVersion(major: try reader.u16("the UWB version"), minor: try reader.u16("the UWB minor version"))
        manufacturer = try reader.u32("the manufacturer id")
        model = try reader.u32("the chipset's model id")
        middleware = try reader.u32("the middleware's version")
        role = RangingRole(rawValue: try reader.u8("the ranging role"))
        address = ShortAddress(rawValue: try reader.u16("the short MAC address"))
        let isKnown = UWBVersion.known.contains(version)
        if version >= .v11, isKnown || reader.remaining >= 2 {
            clockDriftPPM = try reader.u16("the clock drift")
        }
        if version >= .v20, isKnown || reader.remaining >= 11 { request = try Self.readRequest(&reader) }
        extra = reader.rest()
    }

    private static func readRequest(_ reader: inout ByteReader) throws(Malformed) -> Request {
        let reserved = try reader.u32("the reserved bytes of UWB 2.0")
        var request = Request(
            hopping: try reader.u8("the requested hopping mode"),
            slotsPerRound: try reader.u16("the requested slots per round"),
            slotDurationRSTU: try reader.u16("the requested slot duration"),
            intervalMilliseconds: try reader.u16("the requested ranging interval"))
        request.reserved = reserved
        return request
    }

    /// The message's payload, without its id.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48 + extra.count)
        bytes.append(little: protocolMajor)
        bytes.append(little: protocolMinor)
        bytes.append(preferredUpdateRate.rawValue)
        bytes += reserved
        bytes.append(declaredLength)
        bytes.append(little: version.major)
        bytes.append(little: version.minor)
        bytes.append(little: manufacturer)
        bytes.append(little: model)
        bytes.append(little: middleware)
        bytes.append(role.rawValue)
        bytes.append(little: address.rawValue)
        if let clockDriftPPM { bytes.append(little: clockDriftPPM) }
        if let request {
            bytes.append(little: request.reserved)
            bytes.append(request.hopping)
            bytes.append(little: request.slotsPerRound)
            bytes.append(little: request.slotDurationRSTU)
            bytes.append(little: request.intervalMilliseconds)
        }
        return bytes + extra
    }

    /// Returns the length in bytes of a known version's UWB configuration.
    static func uwbLength(of version: UWBVersion) -> UInt8 {
        switch version {
        case .v10: 19
        case .v11: 21
        default: 32
        }
    }
}
