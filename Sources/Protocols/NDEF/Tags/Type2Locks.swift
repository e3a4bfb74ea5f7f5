import Ground

/// The location of a Type 2 tag's dynamic lock bits, and the memory each one locks (nfc.md 2.2).
public struct Type2LockControl: Hashable, Codable, Sendable {
    /// The first address that dynamic lock bits can lock; static ones cover the pages before it.
    public static let firstLocked = 64

    /// The address from the start of the memory.
    public let address: Int
    public let bits: Int
    /// The number of bytes of memory that one bit locks.
    public let bytesPerBit: Int

    /// Creates lock bits at an address; a bit locks at least one byte.
    public init(address: Int, bits: Int, bytesPerBit: Int) {
        precondition(address >= 0 && bits >= 0 && bytesPerBit >= 1, "lock bits stand somewhere and lock something")
        self.address = address
        self.bits = bits
        self.bytesPerBit = bytesPerBit
    }

    /// The addresses of the lock bytes.
    public var bytes: Range<Int> { address..<address + (bits + 7) / 8 }
}

/// The permanently locked pages of a Type 2 tag, according to the lock bytes that were read.
///
/// Two static lock bytes in page 2 cover pages 3 to 15; dynamic ones cover the rest. Source: NXP's data sheets of
/// NTAG and Ultralight, from general knowledge and not from the fact sheet [N].
public struct Type2Locks: Hashable, Codable, Sendable {
    /// Bytes 2 and 3 of page 2; nil if page 2 was not read.
    public let staticBits: [UInt8]?
    /// The location of dynamic lock bits, from a lock control TLV or implied by the chip; nil if neither is known.
    public let control: Type2LockControl?
    /// The dynamic lock bytes; nil if they were not read.
    public let dynamicBits: [UInt8]?

    /// Pages 3 to 15, which are all that is known without dynamic lock bits.
    static let staticPages = 3..<16

    /// Returns whether a page is locked, or nil if that is unknown.
    public func isLocked(page: Int) -> Bool? {
        if Self.staticPages.contains(page) {
            guard let bits = staticBits, bits.count == 2 else { return nil }
            return page < 8 ? bits[0] & 1 << UInt8(page) != 0 : bits[1] & 1 << UInt8(page - 8) != 0
        }
        guard let control, let bits = dynamicBits, page > 15 else { return nil }
        let bit = (page * 4 - Type2LockControl.firstLocked) / control.bytesPerBit
        guard bit < control.bits, bit / 8 < bits.count else { return false }
        return bits[bit / 8] & 1 << UInt8(bit % 8) != 0
    }

    /// Returns the locked pages in a range, as runs.
    public func lockedPages(in pages: Range<Int>) -> [Range<Int>] {
        Type2Layout.runs(of: pages.filter { isLocked(page: $0) == true })
    }

    init(_ image: Type2Image, control: Type2LockControl?) {
        staticBits = image.read(10..<12)
        self.control = control
        dynamicBits = control.flatMap { image.read($0.bytes) }
    }
}

/// The first page for which an NTAG requires a password, according to its configuration pages.
///
/// AUTH0 is the fourth byte of the page after the dynamic lock bits; a page that the tag does not have disables the
/// password. Bit 7 of the first byte of the next page, PROT, protects against reading too, including these pages.
/// Source: NXP's data sheet of NTAG213/215/216, from general knowledge and not from the fact sheet [N].
public enum Type2Password: Hashable, Codable, Sendable {
    /// No page requires a password.
    case off
    /// This page and those after it require a password.
    case from(page: Int)
    /// The configuration was not read, possibly because a password protects it.
    case unread

    /// Creates the setting from configuration pages. If the chip is only a guess, zeros do not count as a
    /// configuration, because other chips of the same size have something else there, such as an Ultralight C its
    /// counter [I].
    init(_ image: Type2Image, chip: TagChip, isGuess: Bool) {
        guard let setting = image.page(chip.configurationPage), let access = image.page(chip.configurationPage + 1)
        else {
            self = .unread
            return
        }
        let isConfiguration = !isGuess || !(setting + access).allSatisfy { $0 == 0 }
        self = isConfiguration && Int(setting[3]) < chip.pages ? .from(page: Int(setting[3])) : .off
    }

    /// Returns the setting for some pages: the first protected one of them, or `off` if there is none.
    func limited(to pages: Range<Int>) -> Type2Password {
        guard case .from(let first) = self else { return self }
        let page = max(first, pages.lowerBound)
        return page < pages.upperBound ? .from(page: page) : .off
    }
}

extension TagChip {
    /// CFG0, the first of four configuration pages, which follows the dynamic lock bits [N].
    public var configurationPage: Int { lockControl.address / 4 + 1 }

    /// The factory values of CFG0 and CFG1: no password [N].
    public static let factoryConfiguration: [UInt8] = [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00]
}

/// A TLV block in the data area of a Type 2 tag (nfc.md 2.2).
public struct Type2Block: Hashable, Codable, Sendable {
    /// The purpose of a block; codes that are not in the fact sheet are preserved.
    public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let null = Kind(rawValue: 0x00)
        public static let lockControl = Kind(rawValue: 0x01)
        public static let memoryControl = Kind(rawValue: 0x02)
        public static let message = Kind(rawValue: 0x03)
        public static let proprietary = Kind(rawValue: 0xFD)
        public static let terminator = Kind(rawValue: 0xFE)

        /// False for NULL and the terminator, which are single bytes.
        var hasLength: Bool { self != .null && self != .terminator }
        /// Whether the specification defines a meaning that a reader obeys.
        var isUnderstood: Bool { rawValue <= 3 || self == .terminator }
    }

    public let kind: Kind
    /// The offset of the block from the start of the data area (page 4).
    public let offset: Int
    /// The number of bytes of the length field: 0, 1 or 3.
    public let lengthSize: Int
    /// The length of the value in bytes.
    public let length: Int
    /// The location of the value, by address from the start of the memory; several runs if reserved bytes interrupt
    /// it.
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
    /// For example `NDEF message TLV at byte 5 (page 5), 26 bytes`.
    public var description: String {
        let size = kind.hasLength ? ", \(length) bytes" : ""
        return "\(kind) TLV at byte \(offset) (page \(page))\(size)"
    }
}
