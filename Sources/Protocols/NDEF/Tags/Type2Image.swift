import Ground

/// The part of a Type 2 tag's memory that was read, across all sectors.
///
/// An address is a byte offset from page 0 of sector 0; a page has four bytes, a sector 256 pages.
public struct Type2Image: Hashable, Sendable {
    /// The end of the stored memory: sectors 0 to 2, more than a capability container can announce.
    static let addressLimit = 3 * 1024

    private var bytes: [UInt8] = []
    private var isKnown: [Bool] = []
    /// The TLV blocks found, in memory order.
    public internal(set) var blocks: [Type2Block] = []
    /// The answer to GET_VERSION; nil if it was not requested or the tag refused.
    public internal(set) var version: [UInt8]?
    /// Whether the scan of TLV blocks reached the terminator or the end of the data area.
    public internal(set) var isScannedToEnd = false
    /// The address at which the memory was found to end before the data area does; nil if it was not.
    public internal(set) var memoryEnd: Int?

    init() {}

    /// The byte at an address; nil if it was not read.
    public subscript(address: Int) -> UInt8? {
        guard address >= 0, address < bytes.count, isKnown[address / 4] else { return nil }
        return bytes[address]
    }

    /// Returns the bytes in a range of addresses, or nil if one of them was not read.
    public func read(_ range: Range<Int>) -> [UInt8]? {
        var found: [UInt8] = []
        for address in range {
            guard let byte = self[address] else { return nil }
            found.append(byte)
        }
        return found
    }

    /// Returns the four bytes of a page, numbered across all sectors, or nil if it was not read.
    public func page(_ number: Int) -> [UInt8]? { read(number * 4..<number * 4 + 4) }

    /// The numbers of the pages that were read, as runs.
    public var knownPages: [Range<Int>] { Type2Layout.runs(of: isKnown.indices.filter { isKnown[$0] }) }

    /// Returns the first address in the range whose byte was not read.
    func firstUnknown(in range: Range<Int>) -> Int? {
        var address = range.lowerBound
        while address < range.upperBound {
            guard address / 4 < isKnown.count, isKnown[address / 4] else { return address }
            address = (address / 4 + 1) * 4
        }
        return nil
    }

    /// Stores complete pages; data beyond the limit is dropped.
    mutating func store(_ data: some Collection<UInt8>, page: Int) {
        precondition(page >= 0 && data.count.isMultiple(of: 4), "a tag's memory is read in whole pages")
        let start = page * 4
        let end = min(start + data.count, Self.addressLimit)
        guard start < end else { return }
        if bytes.count < end {
            bytes += [UInt8](repeating: 0, count: end - bytes.count)
            isKnown += [Bool](repeating: false, count: end / 4 - isKnown.count)
        }
        bytes.replaceSubrange(start..<end, with: data.prefix(end - start))
        for known in page..<end / 4 { isKnown[known] = true }
    }
}

/// A Type 2 tag's description of its memory: page 3 and the control TLVs (nfc.md 2.2).
public struct Type2Capability: Hashable, Codable, Sendable {
    /// The address of the data area: page 4.
    static let dataStart = 16

    /// The major version is in the high half.
    public let version: UInt8
    /// The size of the data area in bytes, starting at page 4.
    public let areaSize: Int
    /// The low half of the access byte: 0 writable, F never.
    public let writeAccess: UInt8
    /// Runs of bytes without data according to control TLVs, by address from the start of the memory.
    public internal(set) var reserved: [Range<Int>] = []
    /// The location of dynamic lock bits, according to a lock control TLV.
    public internal(set) var lockControl: Type2LockControl?

    public var isWritable: Bool { writeAccess == 0 }

    /// Decodes the capability container: the four bytes of page 3.
    init(decoding page: some Sequence<UInt8>) throws(TagReadFailure) {
        let page = Array(page)
        guard page.count == 4 else {
            throw .malformed(Malformed(at: 0, "it has \(page.count) bytes, 4 are needed"), part: .capabilityContainer)
        }
        guard page[0] == 0xE1 else {
            throw .notNDEF("the capability container begins with \(page[0].hexadecimal) instead of 0xe1")
        }
        guard page[1] >> 4 == 1 else { throw .unsupportedVersion(page[1]) }
        guard page[3] >> 4 == 0 else {
            throw .accessDenied("the access byte of the capability container is \(page[3].hexadecimal)")
        }
        version = page[1]
        areaSize = Int(page[2]) * 8
        writeAccess = page[3] & 0x0F
    }
}

/// The location of data bytes in a Type 2 tag: the data area without the runs reserved by control TLVs.
///
/// All addresses are relative to the start of the memory (nfc.md 2.2).
struct Type2Layout: Hashable, Sendable {
    /// The address after the last byte of the data area.
    var end: Int
    /// Non-empty runs without data.
    private(set) var reserved: [Range<Int>] = []

    init(end: Int) { self.end = end }

    mutating func reserve(_ run: Range<Int>) { if !run.isEmpty { reserved.append(run) } }

    /// Returns the first address from this one on that is not reserved.
    func skippingReserved(_ address: Int) -> Int {
        var place = address
        while let run = reserved.first(where: { $0.contains(place) }) { place = run.upperBound }
        return place
    }

    /// Returns the runs of the next `count` data bytes, or nil if the area ends first.
    func runs(from address: Int, count: Int) -> [Range<Int>]? {
        var runs: [Range<Int>] = []
        var place = address
        var left = count
        while left > 0 {
            place = skippingReserved(place)
            guard place < end else { return nil }
            let next = reserved.lazy.map(\.lowerBound).filter { $0 > place }.min() ?? end
            let stop = min(next, end, place + left)
            runs.append(place..<stop)
            left -= stop - place
            place = stop
        }
        return runs
    }

    /// Returns the number of data bytes from an address to the end of the area.
    func room(from address: Int) -> Int {
        var count = 0
        var place = skippingReserved(address)
        while place < end {
            let next = reserved.lazy.map(\.lowerBound).filter { $0 > place }.min() ?? end
            let stop = min(next, end)
            count += stop - place
            place = skippingReserved(stop)
        }
        return count
    }

    /// Returns ascending numbers as runs.
    static func runs(of numbers: some Sequence<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
        return runs
    }
}
