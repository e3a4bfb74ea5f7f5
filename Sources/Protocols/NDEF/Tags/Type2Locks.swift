import Ground

/// Where a Type 2 tag keeps its dynamic lock bits, and what each of them locks (fact sheet 2.2).
public struct Type2LockControl: Hashable, Codable, Sendable {
    /// The first byte that dynamic lock bits can lock: static ones cover the pages before.
    public static let firstLocked = 64

    /// From the start of the memory.
    public let address: Int
    public let bits: Int
    /// How many bytes of memory one bit locks.
    public let bytesPerBit: Int

    /// Lock bits at an address; a bit locks at least one byte.
    public init(address: Int, bits: Int, bytesPerBit: Int) {
        precondition(address >= 0 && bits >= 0 && bytesPerBit >= 1, "lock bits stand somewhere and lock something")
        self.address = address
        self.bits = bits
        self.bytesPerBit = bytesPerBit
    }

    /// The addresses of the lock bytes.
    public var bytes: Range<Int> { address..<address + (bits + 7) / 8 }
}

/// Which pages of a Type 2 tag are locked for ever, as far as its lock bytes were read.
///
/// Two static lock bytes stand in page 2 and cover pages 3 to 15; dynamic ones cover what is behind. Source: NXP's
/// data sheets of NTAG and Ultralight, from general knowledge and not from the fact sheet [N].
public struct Type2Locks: Hashable, Codable, Sendable {
    /// Bytes 2 and 3 of page 2; nil when page 2 was not read.
    public let staticBits: [UInt8]?
    /// Where dynamic lock bits stand: from a lock control TLV, or by the chip; nil when neither tells.
    public let control: Type2LockControl?
    /// The dynamic lock bytes; nil when they were not read.
    public let dynamicBits: [UInt8]?

    /// The pages 3 to 15 as long as nothing is known of the ones behind.
    static let staticPages = 3..<16

    /// Whether a page is locked; nil when it is not known.
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

    /// The locked ones among some pages, as runs.
    public func lockedPages(in pages: Range<Int>) -> [Range<Int>] {
        Type2Layout.runs(of: pages.filter { isLocked(page: $0) == true })
    }

    init(_ image: Type2Image, control: Type2LockControl?) {
        staticBits = image.read(10..<12)
        self.control = control
        dynamicBits = control.flatMap { image.read($0.bytes) }
    }
}

/// From which page on an NTAG asks for a password, as its configuration pages say.
///
/// AUTH0 is the fourth byte of the page behind the dynamic lock bits; a page that the tag does not have switches the
/// password off. Bit 7 of the first byte of the next page, PROT, guards reading too, that of these pages included.
/// Source: NXP's data sheet of NTAG213/215/216, from general knowledge and not from the fact sheet [N].
public enum Type2Password: Hashable, Codable, Sendable {
    /// No page asks for one.
    case off
    /// This page asks for it, and those behind it do.
    case from(page: Int)
    /// The configuration was not read: a password that guards reading may be why.
    case unread

    /// Of a chip that is only likely to be that one, zeros are no configuration: others of the same size have something
    /// else there, such as an Ultralight C its counter [I].
    init(_ image: Type2Image, chip: TagChip, isGuess: Bool) {
        guard let setting = image.page(chip.configurationPage), let access = image.page(chip.configurationPage + 1)
        else {
            self = .unread
            return
        }
        let isConfiguration = !isGuess || !(setting + access).allSatisfy { $0 == 0 }
        self = isConfiguration && Int(setting[3]) < chip.pages ? .from(page: Int(setting[3])) : .off
    }

    /// What it is for some pages: the first of them that it guards, or off when it guards none.
    func limited(to pages: Range<Int>) -> Type2Password {
        guard case .from(let first) = self else { return self }
        let page = max(first, pages.lowerBound)
        return page < pages.upperBound ? .from(page: page) : .off
    }
}

extension TagChip {
    /// CFG0, the first of four configuration pages: it follows the dynamic lock bits [N].
    public var configurationPage: Int { lockControl.address / 4 + 1 }

    /// CFG0 and CFG1 as the chip leaves the factory: no password [N].
    public static let factoryConfiguration: [UInt8] = [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00]
}

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
