/// A Bluetooth LE device address with its type.
public struct BluetoothAddress: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case `public`
        case random
    }

    /// The six octets as one number, most significant octet first, as in the written form.
    public let value: UInt64
    public let kind: Kind

    /// Creates an address from the lowest 48 bits of `value`.
    public init(value: UInt64, kind: Kind = .public) {
        self.value = value & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }

    /// Creates an address from six octets in wire order, least significant first; nil if there are not six.
    public init?(wire octets: some Collection<UInt8>, kind: Kind = .public) {
        guard octets.count == 6 else { return nil }
        self.init(value: octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }, kind: kind)
    }

    /// Parses `AA:BB:CC:DD:EE:FF`, followed by `/random` for a random address and by `/public` or nothing for a
    /// public one; nil for anything else.
    public init?(_ text: String) {
        let halves = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = halves.first, halves.count <= 2 else { return nil }
        var kind = Kind.public
        if halves.count == 2 {
            guard let named = Kind(rawValue: String(halves[1])) else { return nil }
            kind = named
        }
        let octets = address.split(separator: ":", omittingEmptySubsequences: false)
        guard octets.count == 6, octets.allSatisfy({ $0.count == 2 }),
            let bytes = [UInt8](hex: octets.joined())
        else { return nil }
        self.init(wire: bytes.reversed(), kind: kind)
    }

    /// The six octets in wire order, least significant first.
    public var wire: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }  // takes one octet on purpose
    }
}

extension BluetoothAddress: CustomStringConvertible {
    public var description: String {
        let octets = wire.reversed().hex(separator: ":").uppercased()
        return kind == .random ? octets + "/random" : octets
    }
}

/// The property that distinguishes an accessory on the bench from all others in the air.
public enum AccessorySelector: Hashable, Codable, Sendable {
    case address(BluetoothAddress)
    /// An address that may be public or random: its six octets as one number, most significant octet first.
    case octets(UInt64)
    /// The complete or shortened local name that it advertises.
    case name(String)
    /// A service UUID that it advertises, 4 or 32 hexadecimal digits with or without dashes.
    case service(String)
}

extension AccessorySelector: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address(let address):
            address.kind == .random ? address.description : "\(address)/\(address.kind.rawValue)"
        case .octets(let value): BluetoothAddress(value: value).description
        case .name(let name): "name=\(name)"
        case .service(let uuid): "service=\(uuid)"
        }
    }
}

extension AccessorySelector {
    /// Whether both could select the same accessory.
    public func overlaps(_ other: AccessorySelector) -> Bool {
        switch (self, other) {
        case (.octets(let value), .address(let address)), (.address(let address), .octets(let value)):
            address.value == value
        default: self == other
        }
    }
}
