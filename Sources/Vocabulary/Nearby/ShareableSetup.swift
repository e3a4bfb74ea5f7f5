public import Ground

/// What the phone puts into its shareable configuration; what is nil it makes up anew each time.
public struct ShareableSetup: Codable, Hashable, Sendable {
    public let sessionID: UInt32?
    /// The phone's short address.
    public let address: UInt16?
    /// The vector of the static STS: six bytes.
    public let vector: [UInt8]?
    /// The ranging interval, in whole milliseconds.
    public let interval: Span?
    /// In units of 1/1200 ms, as the standard counts.
    public let slotDurationRSTU: UInt16?
    public let slotsPerRound: UInt16?
    /// The greatest drift of the clock, in millionths.
    public let driftPPM: UInt16?
    public let preambleCode: UInt8?
    /// Two letters.
    public let countryCode: String?
    /// What the kit is told otherwise; nil for the truth.
    public let probe: KitProbe?

    public init(
        sessionID: UInt32? = nil, address: UInt16? = nil, vector: [UInt8]? = nil, interval: Span? = nil,
        slotDurationRSTU: UInt16? = nil, slotsPerRound: UInt16? = nil, driftPPM: UInt16? = nil,
        preambleCode: UInt8? = nil, countryCode: String? = nil, probe: KitProbe? = nil
    ) {
        self.sessionID = sessionID
        self.address = address
        self.vector = vector
        self.interval = interval
        self.slotDurationRSTU = slotDurationRSTU
        self.slotsPerRound = slotsPerRound
        self.driftPPM = driftPPM
        self.preambleCode = preambleCode
        self.countryCode = countryCode
        self.probe = probe
    }

    /// Everything by the fact sheet's rules.
    public static let standard = ShareableSetup()
}
