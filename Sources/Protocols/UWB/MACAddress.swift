import Ground

/// A short FiRa MAC address, little-endian on the wire.
public struct ShortMACAddress: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
}

extension ShortMACAddress: CustomStringConvertible {
    public var description: String { rawValue.hexadecimal }
}

/// The MAC address of a peer in a measurement.
public enum MACAddress: Hashable, Sendable {
    case short(ShortMACAddress)
    case extended(UInt64)
}

extension MACAddress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .short(let address): address.description
        case .extended(let address): address.hexadecimal
        }
    }
}
