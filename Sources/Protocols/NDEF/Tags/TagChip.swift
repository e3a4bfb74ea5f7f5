/// A chip that says its name in answer to GET_VERSION (fact sheet 2.2).
public enum TagChip: String, Hashable, Codable, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216

    /// The chip whose answer to GET_VERSION this is; nil when it is another's.
    public init?(version: [UInt8]) {
        guard let chip = Self.allCases.first(where: { $0.version == version }) else { return nil }
        self = chip
    }

    /// The chip that a capability container of NXP's makes likely: a guess from the size of the data area [I].
    init?(uid: [UInt8]?, areaSize: Int) {
        guard let uid, uid.count == 7, uid[0] == 0x04 else { return nil }
        guard let chip = Self.allCases.first(where: { $0.areaSize == areaSize }) else { return nil }
        self = chip
    }

    /// The eight bytes that GET_VERSION gives.
    public var version: [UInt8] {
        let size: UInt8 =
            switch self {
            case .ntag213: 0x0F
            case .ntag215: 0x11
            case .ntag216: 0x13
            }
        return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, size, 0x03]
    }

    /// How many pages of four bytes a reader can reach.
    public var pages: Int {
        switch self {
        case .ntag213: 45
        case .ntag215: 135
        case .ntag216: 231
        }
    }

    /// The data area that its capability container announces as it leaves the factory.
    public var areaSize: Int {
        switch self {
        case .ntag213: 144
        case .ntag215: 496
        case .ntag216: 872
        }
    }

    /// Its dynamic lock bits; for 215 and 216 from NXP's data sheet by general knowledge, not from the fact sheet [N].
    public var lockControl: Type2LockControl {
        switch self {
        case .ntag213: Type2LockControl(address: 0x28 * 4, bits: 12, bytesPerBit: 8)
        case .ntag215: Type2LockControl(address: 0x82 * 4, bits: 8, bytesPerBit: 64)
        case .ntag216: Type2LockControl(address: 0xE2 * 4, bits: 14, bytesPerBit: 64)
        }
    }
}

extension TagChip: CustomStringConvertible {
    public var description: String { rawValue.uppercased() }
}
