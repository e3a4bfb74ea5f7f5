import Ground

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
