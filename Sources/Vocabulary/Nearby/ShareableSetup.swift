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
    /// The kit's wrong value in one session; nil for the truth.
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

/// A wrong value for the kit, and not for the accessory: the one that an accessory would range with that misreads a
/// field. A measurement then proves the mistake; a healthy accessory gives none.
///
/// Only the first session with an accessory has it (the second, where it is about a previous one): the others show the
/// kit hearing the accessory.
public enum KitProbe: Codable, Hashable, Sendable {
    /// The four bytes of the session id in reverse.
    case swappedSessionID
    /// Only the low so many bytes of the session id.
    case shortSessionID(bytes: Int)
    /// The phone's short address with its bytes swapped.
    case swappedPhoneAddress
    /// The accessory's short address with its bytes swapped.
    case swappedAccessoryAddress
    /// The accessory's short address of the configuration before the last one.
    case previousAccessoryAddress
    /// The vector of the static STS in reverse.
    case reversedVector
    case interval(Span)
    case slotDuration(rstu: UInt16)
    /// The role that the accessory claims for itself.
    case sameRole

    enum IntervalCodingKeys: String, CodingKey { case _0 = "span" }
}
