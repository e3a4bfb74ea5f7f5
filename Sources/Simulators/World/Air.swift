import Ground
import NearbyInteraction
import UCI

/// Who ranges with whom over ultra-wideband: two stations hear each other only when both sides were told the same.
struct Air: Sendable {
    private var stations: [(name: AccessoryName, parameters: RangingParameters)] = []

    /// An accessory ranges in these sessions, and no others.
    mutating func set(_ name: AccessoryName, _ sessions: [RangingParameters]) {
        stations.removeAll { $0.name == name }
        stations += sessions.map { (name, $0) }
    }

    /// The accessory that answers a station with these parameters; nil when nobody does.
    func partner(of station: RangingParameters) -> AccessoryName? {
        stations.first { Self.hear(station, $0.parameters) }?.name
    }

    /// Session id, radio, timing and STS must agree, addresses mirror each other, and roles be opposite (uwb.md,
    /// section 2.3).
    private static func hear(_ one: RangingParameters, _ other: RangingParameters) -> Bool {
        one.sessionID == other.sessionID && one.deviceType != other.deviceType && one.role != other.role
            && one.peers.contains(other.address) && other.peers.contains(one.address)
            && one.channel == other.channel && one.preambleCode == other.preambleCode && one.sfd == other.sfd
            && one.rframe == other.rframe && one.stsLength == other.stsLength && one.vendorID == other.vendorID
            && one.staticSTSIV == other.staticSTSIV && one.slotDurationRSTU == other.slotDurationRSTU
            && one.slotsPerRound == other.slotsPerRound && one.isHopping == other.isHopping
            && one.isOneToMany == other.isOneToMany
            && one.rangingIntervalMilliseconds == other.rangingIntervalMilliseconds
            && one.roundUsage == other.roundUsage
    }
}

extension RangingParameters {
    /// What an accessory's firmware makes of both halves of the exchange; nil for what it cannot express.
    init?(accessory: AccessoryConfigurationData, _ shareable: ShareableConfigurationData) {
        guard let slots = UInt8(exactly: shareable.slotsPerRound) else { return nil }
        let isInitiator = accessory.role == .initiator
        self.init(
            sessionID: shareable.sessionID, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder,
            address: ShortMACAddress(rawValue: accessory.address.rawValue),
            peers: [ShortMACAddress(rawValue: shareable.address.rawValue)],
            staticSTSIV: StaticSTSIV(shareable.initialization.bytes))
        channel = shareable.channel
        preambleCode = shareable.preambleCode
        slotsPerRound = slots
        slotDurationRSTU = shareable.slotDurationRSTU
        rangingIntervalMilliseconds = UInt32(shareable.intervalMilliseconds)
        isHopping = shareable.tail?.hopping == 1
    }
}
