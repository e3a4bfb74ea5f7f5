import Ground

/// One TLV block in the data area of a Type 2 tag (fact sheet 2.2).
public struct Type2Block: Hashable, Codable, Sendable {
    /// What a block is for; codes that the sheet does not name are kept.
    public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let null = Kind(rawValue: 0x00)
        public static let lockControl = Kind(rawValue: 0x01)
        public static let memoryControl = Kind(rawValue: 0x02)
        public static let message = Kind(rawValue: 0x03)
        public static let proprietary = Kind(rawValue: 0xFD)
        public static let terminator = Kind(rawValue: 0xFE)

        /// NULL and terminator are single bytes.
        var hasLength: Bool { self != .null && self != .terminator }
        /// Whether the specification gives it a meaning that a reader follows.
        var isUnderstood: Bool { rawValue <= 3 || self == .terminator }
    }

    public let kind: Kind
    /// Where the block begins, counted from the start of the data area (page 4).
    public let offset: Int
    /// How many bytes the length takes: 0, 1 or 3.
    public let lengthSize: Int
    /// How many bytes the value has.
    public let length: Int
    /// Where the value stands, by address from the start of the memory; several runs when reserved bytes lie between.
    public let runs: [Range<Int>]

    /// The address of its first byte, from the start of the memory.
    public var address: Int { offset + Type2Capability.dataStart }
    /// The number of the page in which it begins.
    public var page: Int { address / 4 }
}

extension Type2Block.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .null: "NULL"
        case .lockControl: "lock control"
        case .memoryControl: "memory control"
        case .message: "NDEF message"
        case .proprietary: "proprietary"
        case .terminator: "terminator"
        default: "unknown type \(rawValue.hexadecimal)"
        }
    }
}

extension Type2Block: CustomStringConvertible {
    /// `NDEF message TLV at byte 5 (page 5), 26 bytes`.
    public var description: String {
        let size = kind.hasLength ? ", \(length) bytes" : ""
        return "\(kind) TLV at byte \(offset) (page \(page))\(size)"
    }
}
