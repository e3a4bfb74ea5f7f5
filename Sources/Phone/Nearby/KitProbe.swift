import UCI

/// A wrong value that the kit is told on purpose: the one that an accessory would range with that misreads a field.
///
/// What the kit then measures proves the mistake; of a healthy accessory it measures nothing.
public enum KitProbe: Hashable, Sendable {
    case swappedSessionID
    /// Only so many low bytes of the session id.
    case shortSessionID(bytes: Int)
    case swappedPhoneAddress
    case swappedAccessoryAddress
    /// The address of the accessory configuration data before the last.
    case previousAccessoryAddress
    case reversedInitialization
    case interval(milliseconds: UInt32)
    case slotDuration(rstu: UInt16)
    /// The role that the accessory claims.
    case sameRole
}

extension RangingParameters {
    /// What the kit is told in place of the truth; `previous` is the accessory's address of the run before.
    func probing(_ probe: KitProbe, previous: ShortMACAddress?) -> RangingParameters {
        var told = self
        switch probe {
        case .swappedSessionID: told.sessionID = sessionID.byteSwapped
        case .shortSessionID(let bytes):
            told.sessionID &= bytes >= 4 ? .max : (1 << (8 * UInt32(max(0, bytes)))) - 1
        case .swappedPhoneAddress: told.address = ShortMACAddress(rawValue: address.rawValue.byteSwapped)
        case .swappedAccessoryAddress:
            told.peers = peers.map { ShortMACAddress(rawValue: $0.rawValue.byteSwapped) }
        case .previousAccessoryAddress:
            if let previous { told.peers = [previous] }
        case .reversedInitialization: told.staticSTSIV = StaticSTSIV(staticSTSIV.bytes.reversed())
        case .interval(let milliseconds): told.rangingIntervalMilliseconds = milliseconds
        case .slotDuration(let rstu): told.slotDurationRSTU = rstu
        case .sameRole:
            told.deviceType = deviceType.opposite
            told.role = role.opposite
        }
        return told
    }
}
