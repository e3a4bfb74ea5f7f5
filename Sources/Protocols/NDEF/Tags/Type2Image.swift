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
