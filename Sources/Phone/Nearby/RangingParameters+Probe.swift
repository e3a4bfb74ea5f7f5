import Ground
public import UWB
public import Vocabulary

extension RangingParameters {
    /// Returns the parameters with the probe's value instead of the true one; `previous` is the accessory's address
    /// in the run before.
    public func probing(_ probe: KitProbe, previous: ShortMACAddress?) -> RangingParameters {
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
        case .reversedVector: told.staticSTSIV = StaticSTSIV(staticSTSIV.bytes.reversed())
        case .interval(let span):
            told.rangingIntervalMilliseconds = UInt32(clamping: span.nanoseconds / 1_000_000)
        case .slotDuration(let rstu): told.slotDurationRSTU = rstu
        case .sameRole:
            told.deviceType = deviceType.opposite
            told.role = role.opposite
        }
        return told
    }
}
