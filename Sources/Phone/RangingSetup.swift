import Ground
import NearbyInteraction
import UWB

extension RangingParameters {
    /// Creates the kit's parameters for a session from both halves of the exchange: the phone's side of the ranging.
    ///
    /// The phone takes the role opposite to the accessory's. Values that the blobs do not carry are Apple's profile:
    /// deferred DS-TWR, unicast, static STS with vendor id 0x004C, SP3, BPRF (nearby-interaction.md, section 4.2;
    /// uwb.md, section 9.1). That mapping is inferred there and unverified on hardware.
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

extension RangingParameters {
    /// The first session id between phones: their range is separate from that of accessories, which have 16 bits.
    static let firstPhoneSession: UInt32 = 0x8000_0000

    /// Creates the kit's parameters for a session between two phones, each of which has the other's token.
    ///
    /// Both sides derive the same values from the two tokens: id and STS from both tokens together, the roles from
    /// their order. Apple's own derivation is not published.
    init?(own: DiscoveryToken, peer: DiscoveryToken) {
        guard case .phone(let address, _) = own.origin, case .phone(let peerAddress, _) = peer.origin,
            own.rawValue != peer.rawValue
        else { return nil }
        let isFirst = own.rawValue < peer.rawValue
        let (first, second) = isFirst ? (own.rawValue, peer.rawValue) : (peer.rawValue, own.rawValue)
        var mixer = SeededGenerator(seed: first ^ (second &* 0x9E37_79B9_7F4A_7C15))
        let id = UInt32(truncatingIfNeeded: mixer.next()) | Self.firstPhoneSession  // takes the low half on purpose
        self.init(
            sessionID: id, deviceType: isFirst ? .controller : .controlee, role: isFirst ? .initiator : .responder,
            address: ShortMACAddress(rawValue: address.rawValue),
            peers: [ShortMACAddress(rawValue: peerAddress.rawValue)], staticSTSIV: StaticSTSIV(mixer.bytes(6)))
    }
}
