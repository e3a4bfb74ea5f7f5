public import Ground

/// The values in the phone's shareable configuration; each nil value is chosen afresh every time.
public struct ShareableSetup: Codable, Hashable, Sendable {
    public let sessionID: UInt32?
    /// The phone's short address.
    public let address: UInt16?
    /// The vector of the static STS: six bytes.
    public let vector: [UInt8]?
    /// The ranging interval, in whole milliseconds.
    public let interval: Lapse?
    /// The slot duration in RSTU, 1/1200 ms each, as in the standard.
    public let slotDurationRSTU: UInt16?
    public let slotsPerRound: UInt16?
    /// The greatest clock drift, in parts per million.
    public let driftPPM: UInt16?
    public let preambleCode: UInt8?
    /// The country code, of two letters.
    public let countryCode: String?
    /// The wrong value given to the kit in one session; nil for the true ones.
    public let probe: KitProbe?

    public init(
        sessionID: UInt32? = nil, address: UInt16? = nil, vector: [UInt8]? = nil, interval: Lapse? = nil,
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

    /// Every value follows the fact sheet's rules.
    public static let standard = ShareableSetup()
}

/// A wrong value for the kit but not the accessory: the value with which an accessory that misreads a field would
/// range. A measurement then proves the mistake; a healthy accessory gives none.
///
/// Only the first session with an accessory has it (the second, if it concerns a previous one); the others show that
/// the kit hears the accessory.
public enum KitProbe: Codable, Hashable, Sendable {
    /// The session id with its four bytes reversed.
    case swappedSessionID
    /// Only this many low bytes of the session id.
    case shortSessionID(bytes: Int)
    /// The phone's short address with its bytes swapped.
    case swappedPhoneAddress
    /// The accessory's short address with its bytes swapped.
    case swappedAccessoryAddress
    /// The accessory's short address from its previous configuration.
    case previousAccessoryAddress
    /// The vector of the static STS, reversed.
    case reversedVector
    case interval(Lapse)
    case slotDuration(rstu: UInt16)
    /// The same role that the accessory claims.
    case sameRole

    enum IntervalCodingKeys: String, CodingKey { case _0 = "span" }
}
