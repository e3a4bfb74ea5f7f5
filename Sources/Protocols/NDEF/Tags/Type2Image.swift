import Ground

/// The memory of a Type 2 tag as far as it was read, over all sectors.
///
/// An address counts bytes from page 0 of sector 0; a page has four bytes, a sector 256 pages.
public struct Type2Image: Hashable, Sendable {
    /// Nothing behind this address is kept: sectors 0 to 2, which is more than a capability container can announce.
    static let addressLimit = 3 * 1024

    private var bytes: [UInt8] = []
    private var isKnown: [Bool] = []
    /// The TLV blocks that were seen, in the order of the memory.
    public internal(set) var blocks: [Type2Block] = []
    /// The answer to GET_VERSION; nil when it was not asked or the tag refused.
    public internal(set) var version: [UInt8]?
    /// Whether the scan of TLV blocks came to the terminator or the end of the data area.
    public internal(set) var isScannedToEnd = false
    /// Where the memory was seen to end before the data area does; nil when it was not.
    public internal(set) var memoryEnd: Int?

    init() {}

    /// The byte at an address; nil when it was not read.
    public subscript(address: Int) -> UInt8? {
        guard address >= 0, address < bytes.count, isKnown[address / 4] else { return nil }
        return bytes[address]
    }

    /// The bytes in a range of addresses; nil when one of them was not read.
    public func read(_ range: Range<Int>) -> [UInt8]? {
        var found: [UInt8] = []
        for address in range {
            guard let byte = self[address] else { return nil }
            found.append(byte)
        }
        return found
    }

    /// The four bytes of a page, counted over all sectors; nil when it was not read.
    public func page(_ number: Int) -> [UInt8]? { read(number * 4..<number * 4 + 4) }

    /// The numbers of the pages that were read, as runs.
    public var knownPages: [Range<Int>] { Type2Layout.runs(of: isKnown.indices.filter { isKnown[$0] }) }

    /// The first address of the range whose byte was not read.
    func firstUnknown(in range: Range<Int>) -> Int? {
        var address = range.lowerBound
        while address < range.upperBound {
            guard address / 4 < isKnown.count, isKnown[address / 4] else { return address }
            address = (address / 4 + 1) * 4
        }
        return nil
    }

    /// Takes whole pages; what would stand behind the limit is dropped.
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

/// What a Type 2 tag says about its memory: page 3 and the control TLVs (fact sheet 2.2).
public struct Type2Capability: Hashable, Codable, Sendable {
    /// The byte where the data area begins: page 4.
    static let dataStart = 16

    /// Major version in the high half.
    public let version: UInt8
    /// The size of the data area in bytes, counted from page 4.
    public let areaSize: Int
    /// The low half of the access byte: 0 writable, F never.
    public let writeAccess: UInt8
    /// Runs of bytes that carry no data, by address from the start of the memory, as control TLVs tell.
    public internal(set) var reserved: [Range<Int>] = []
    /// Where the tag keeps dynamic lock bits, as a lock control TLV tells.
    public internal(set) var lockControl: Type2LockControl?

    public var isWritable: Bool { writeAccess == 0 }

    /// Reads the capability container, which is the four bytes of page 3.
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

/// Where data bytes stand in a Type 2 tag: the data area without the runs that control TLVs reserve.
///
/// All addresses count from the start of the memory (fact sheet 2.2).
struct Type2Layout: Hashable, Sendable {
    /// Behind the last byte of the data area.
    var end: Int
    /// Runs without data; none is empty.
    private(set) var reserved: [Range<Int>] = []

    init(end: Int) { self.end = end }

    mutating func reserve(_ run: Range<Int>) { if !run.isEmpty { reserved.append(run) } }

    /// The first address at or behind this one that is not reserved.
    func skippingReserved(_ address: Int) -> Int {
        var place = address
        while let run = reserved.first(where: { $0.contains(place) }) { place = run.upperBound }
        return place
    }

    /// The runs of the next `count` data bytes; nil when the area ends before.
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

    /// How many data bytes stand from an address to the end of the area.
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

    /// Ascending numbers as runs.
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
