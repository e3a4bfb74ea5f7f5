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
