extension RangingParameters {
    /// The device's parameters, in an order proven on a DWM3001CDK.
    ///
    /// Hopping and the number of controlees are included only if they differ from their defaults.
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

    /// Creates the parameters that a host has set; returns nil if a mandatory one is missing or unsupported.
    ///
    /// Only two-way ranging with short addresses and a static STS is supported.
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
}
