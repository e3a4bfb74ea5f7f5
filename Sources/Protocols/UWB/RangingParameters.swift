/// The FiRa device type: the controller sets the ranging parameters, the controlee follows.
public enum DeviceType: UInt8, Hashable, Sendable {
    case controlee = 0
    case controller = 1

    public var opposite: DeviceType { self == .controller ? .controlee : .controller }
}

/// The FiRa device role: the initiator sends the first ranging frame of a round.
public enum DeviceRole: UInt8, Hashable, Sendable {
    case responder = 0
    case initiator = 1

    public var opposite: DeviceRole { self == .initiator ? .responder : .initiator }
}

/// The six bytes of the static STS, in wire order.
public struct StaticSTSIV: Hashable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: [UInt8]) {
        precondition(bytes.count == 6, "a static STS IV has 6 bytes, not \(bytes.count)")
        self.bytes = bytes
    }
}

/// The parameters two devices must share for two-way ranging with a static STS.
///
/// The defaults are the profile of Apple's Nearby Interaction (uwb.md 9.1). Its mapping to UCI has never been
/// tried against a phone and is unverified on hardware, as is the byte order of the addresses.
public struct RangingParameters: Hashable, Sendable {
    /// The session id. It is part of the static STS: two sides with different ids never receive each other's frames.
    public var sessionID: UInt32
    public var deviceType: DeviceType
    public var role: DeviceRole
    public var address: ShortMACAddress
    /// The peers: one, or up to eight in one-to-many ranging.
    public var peers: [ShortMACAddress]
    public var isOneToMany = false
    /// The UWB channel. Apple uses 9; the DWM3001CDK supports 5 and 9.
    public var channel: UInt8 = 9
    public var preambleCode: UInt8 = 11
    public var slotsPerRound: UInt8 = 6
    /// The slot duration in RSTU; 1200 RSTU are one millisecond.
    public var slotDurationRSTU: UInt16 = 3600
    public var rangingIntervalMilliseconds: UInt32 = 180
    /// Bit 0: result report phase. Bit 1: control message. Nil keeps the device's default.
    public var roundControl: UInt8? = 0x03
    /// 2: double-sided two-way ranging, deferred.
    public var roundUsage: UInt8 = 2
    /// The vendor id of the static STS; Apple's company id is 0x004C.
    public var vendorID: UInt16 = 0x004C
    public var staticSTSIV: StaticSTSIV
    public var isHopping = false
    public var sfd: UInt8 = 2
    /// 3: SP3, ranging frames without payload.
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

    /// Whether a round fits into the ranging interval, which every device requires (uwb.md 2.3).
    public var fitsInterval: Bool {
        UInt64(slotDurationRSTU) * UInt64(slotsPerRound) <= UInt64(rangingIntervalMilliseconds) * 1200
    }
}
