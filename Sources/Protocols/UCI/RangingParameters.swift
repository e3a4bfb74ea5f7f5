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

    /// The parameters as the device wants them, in the order that was proved on a DWM3001CDK.
    ///
    /// Hopping and the number of controlees are set only where they are not at their defaults.
    public var configuration: AppConfiguration {
        var configuration = AppConfiguration()
        configuration.set(.deviceType, deviceType.rawValue)
        configuration.set(.deviceRole, role.rawValue)
        configuration.set(.multiNodeMode, UInt8(isOneToMany ? 1 : 0))
        configuration.set(.rangingRoundUsage, roundUsage)
        configuration.set(.deviceMACAddress, address.rawValue)
        configuration[.destinationMACAddress] = peers.prefix(8).flatMap { peer in
            var bytes: [UInt8] = []
            bytes.append16(peer.rawValue)
            return bytes
        }
        configuration.set(.channelNumber, channel)
        configuration.set(.stsConfig, UInt8(0))
        configuration.set(.rframeConfig, rframe)
        configuration.set(.scheduleMode, UInt8(1))
        configuration.set(.preambleCodeIndex, preambleCode)
        configuration.set(.sfdID, sfd)
        configuration.set(.slotDuration, slotDurationRSTU)
        configuration.set(.rangingDuration, rangingIntervalMilliseconds)
        configuration.set(.slotsPerRound, slotsPerRound)
        if let roundControl { configuration.set(.rangingRoundControl, roundControl) }
        configuration.set(.vendorID, vendorID)
        configuration[.staticSTSIV] = staticSTSIV.bytes
        configuration.set(.stsLength, stsLength)
        if isHopping { configuration.set(.hoppingMode, UInt8(1)) }
        if peers.count > 1 { configuration.set(.numberOfControlees, UInt8(clamping: peers.count)) }
        return configuration
    }

    /// The parameters out of what a host has set; nil while a mandatory one is missing or cannot be used here.
    ///
    /// Only two-way ranging with short addresses and a static STS can be used.
    public init?(sessionID: UInt32, configuration: AppConfiguration) {
        guard AppConfigurationID.mandatory.allSatisfy({ configuration[$0] != nil }),
            let deviceType = (configuration.number(.deviceType) as UInt8?).flatMap(DeviceType.init),
            let role = (configuration.number(.deviceRole) as UInt8?).flatMap(DeviceRole.init),
            let address: UInt16 = configuration.number(.deviceMACAddress),
            let peers = configuration[.destinationMACAddress], peers.count % 2 == 0, !peers.isEmpty,
            configuration[.stsConfig] == [0]
        else { return nil }
        let iv = configuration[.staticSTSIV] ?? []
        self.init(
            sessionID: sessionID, deviceType: deviceType, role: role, address: ShortMACAddress(rawValue: address),
            peers: stride(from: 0, to: peers.count, by: 2).map { index in
                ShortMACAddress(rawValue: UInt16(peers[index]) | UInt16(peers[index + 1]) << 8)
            },
            staticSTSIV: StaticSTSIV(iv.count == 6 ? iv : [0, 0, 0, 0, 0, 0]))
        guard takeRadio(from: configuration) else { return nil }
    }

    private mutating func takeRadio(from configuration: AppConfiguration) -> Bool {
        guard let mode: UInt8 = configuration.number(.multiNodeMode), mode <= 1,
            let usage: UInt8 = configuration.number(.rangingRoundUsage), (1...4).contains(usage),
            let channel: UInt8 = configuration.number(.channelNumber),
            let rframe: UInt8 = configuration.number(.rframeConfig),
            let preambleCode: UInt8 = configuration.number(.preambleCodeIndex),
            let sfd: UInt8 = configuration.number(.sfdID),
            let slotDuration: UInt16 = configuration.number(.slotDuration),
            let interval: UInt32 = configuration.number(.rangingDuration),
            let slots: UInt8 = configuration.number(.slotsPerRound)
        else { return false }
        isOneToMany = mode == 1
        roundUsage = usage
        self.channel = channel
        self.rframe = rframe
        self.preambleCode = preambleCode
        self.sfd = sfd
        slotDurationRSTU = slotDuration
        rangingIntervalMilliseconds = interval
        slotsPerRound = slots
        roundControl = configuration.number(.rangingRoundControl)
        vendorID = configuration.number(.vendorID) ?? 0
        stsLength = configuration.number(.stsLength) ?? 1
        isHopping = configuration[.hoppingMode] == [1]
        return true
    }

    /// False when a round does not fit into the interval, which no device can do (fact sheet 2.3).
    public var fitsInterval: Bool {
        UInt64(slotDurationRSTU) * UInt64(slotsPerRound) <= UInt64(rangingIntervalMilliseconds) * 1200
    }
}
