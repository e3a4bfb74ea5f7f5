public import Ground

/// A wrong value that the kit is told on purpose, though not the accessory: the one that an accessory would range with
/// that misreads a field. What is measured then proves the mistake; nothing is measured of a healthy accessory.
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
