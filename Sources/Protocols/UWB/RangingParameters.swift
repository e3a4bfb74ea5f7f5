/// Which side of ranging decides on its course.
public enum DeviceType: UInt8, Hashable, Sendable {
    case controlee = 0
    case controller = 1

    public var opposite: DeviceType { self == .controller ? .controlee : .controller }
}

/// Which side sends the first ranging frame of a round.
public enum DeviceRole: UInt8, Hashable, Sendable {
    case responder = 0
    case initiator = 1

    public var opposite: DeviceRole { self == .initiator ? .responder : .initiator }
}

/// The six bytes of the static STS, in the order of the wire.
public struct StaticSTSIV: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        precondition(bytes.count == 6, "a static STS IV has 6 bytes, not \(bytes.count)")
        self.bytes = bytes
    }
}

/// What two devices must agree on to range with each other by two-way ranging with a static STS.
///
/// The defaults are the profile of Apple's Nearby Interaction (fact sheet 9.1): its mapping to UCI has never been
/// tried against a phone and is unverified on hardware, as is the byte order of the addresses.
public struct RangingParameters: Hashable, Sendable {
    /// Part of the static STS: two sides with different ids never hear each other.
    public var sessionID: UInt32
    public var deviceType: DeviceType
    public var role: DeviceRole
    public var address: ShortMACAddress
    /// One peer, or up to eight in one-to-many.
    public var peers: [ShortMACAddress]
    public var isOneToMany = false
    /// Apple's 9; the DWM3001CDK knows 5 and 9.
    public var channel: UInt8 = 9
    public var preambleCode: UInt8 = 11
    public var slotsPerRound: UInt8 = 6
    /// In RSTU: 1200 are one millisecond.
    public var slotDurationRSTU: UInt16 = 3600
    public var rangingIntervalMilliseconds: UInt32 = 180
    /// Bit 0 result report phase, bit 1 control message; nil leaves the device's default.
    public var roundControl: UInt8? = 0x03
    /// 2: double-sided, deferred.
    public var roundUsage: UInt8 = 2
    /// The vendor id of the static STS; Apple's company id is 0x004C.
    public var vendorID: UInt16 = 0x004C
    public var staticSTSIV: StaticSTSIV
    public var isHopping = false
    public var sfd: UInt8 = 2
    /// 3: SP3, no payload in ranging frames.
    public var rframe: UInt8 = 3
    /// 1: 64 symbols.
    public var stsLength: UInt8 = 1

    public init(
        sessionID: UInt32, deviceType: DeviceType, role: DeviceRole, address: ShortMACAddress,
        peers: [ShortMACAddress], staticSTSIV: StaticSTSIV
    ) {
        self.sessionID = sessionID
        self.deviceType = deviceType
        self.role = role
        self.address = address
        self.peers = peers
        self.staticSTSIV = staticSTSIV
    }

    /// False when a round does not fit into the interval, which no device can do (fact sheet 2.3).
    public var fitsInterval: Bool {
        UInt64(slotDurationRSTU) * UInt64(slotsPerRound) <= UInt64(rangingIntervalMilliseconds) * 1200
    }
}
