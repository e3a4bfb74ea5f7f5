public import NearbyInteraction

/// What of the shareable configuration data a scenario fixes; everything else follows the rules of phones
/// (nearby-interaction.md, section 4.4).
public struct ShareableChoices: Hashable, Sendable {
    public var sessionID: UInt32?
    /// The phone's own short MAC address.
    public var address: ShortAddress?
    public var initialization: StaticSTSInitialization?
    public var intervalMilliseconds: UInt16?
    public var slotDurationRSTU: UInt16?
    public var slotsPerRound: UInt16?
    public var clockDriftPPM: UInt16?
    public var preambleCode: UInt8?
    /// Two ASCII letters, first one in the low byte.
    public var countryCode: UInt16?
    /// What the kit is told otherwise than the accessory.
    public var probe: KitProbe?

    public init(
        sessionID: UInt32? = nil, address: ShortAddress? = nil, initialization: StaticSTSInitialization? = nil,
        intervalMilliseconds: UInt16? = nil, slotDurationRSTU: UInt16? = nil, slotsPerRound: UInt16? = nil,
        clockDriftPPM: UInt16? = nil, preambleCode: UInt8? = nil, countryCode: UInt16? = nil, probe: KitProbe? = nil
    ) {
        self.sessionID = sessionID
        self.address = address
        self.initialization = initialization
        self.intervalMilliseconds = intervalMilliseconds
        self.slotDurationRSTU = slotDurationRSTU
        self.slotsPerRound = slotsPerRound
        self.clockDriftPPM = clockDriftPPM
        self.preambleCode = preambleCode
        self.countryCode = countryCode
        self.probe = probe
    }
}
