import NearbyInteraction
import UCI

extension RangingParameters {
    /// What the kit is told for a session, from both halves of the exchange: the phone's side of the ranging.
    ///
    /// The phone takes the role opposite to the accessory's. What the blobs do not carry is Apple's profile: deferred
    /// DS-TWR, unicast, static STS with vendor id 0x004C, SP3, BPRF (nearby-interaction.md, section 4.2; uwb.md,
    /// section 9.1). That mapping is inferred there and unverified on hardware.
    init?(_ accessory: AccessoryConfigurationData, _ shareable: ShareableConfigurationData) {
        guard let slots = UInt8(exactly: shareable.slotsPerRound) else { return nil }
        let accessoryIsInitiator = accessory.role == .initiator
        self.init(
            sessionID: shareable.sessionID, deviceType: accessoryIsInitiator ? .controlee : .controller,
            role: accessoryIsInitiator ? .responder : .initiator,
            address: ShortMACAddress(rawValue: shareable.address.rawValue),
            peers: [ShortMACAddress(rawValue: accessory.address.rawValue)],
            staticSTSIV: StaticSTSIV(shareable.initialization.bytes))
        channel = shareable.channel
        preambleCode = shareable.preambleCode
        slotsPerRound = slots
        slotDurationRSTU = shareable.slotDurationRSTU
        rangingIntervalMilliseconds = UInt32(shareable.intervalMilliseconds)
        roundControl = shareable.roundControl
        isHopping = shareable.tail?.hopping == 1
    }
}
