public import Ground

/// An MCUboot image: its header and the TLVs after its body.
///
/// Layout: 32 bytes of little-endian header, padded to `headerSize`; the body; the optional block of protected TLVs;
/// the block of TLVs. gate.md, section 6.3 (MCUboot, `image.h`).
public struct MCUbootImage: Hashable, Sendable {
    public static let magic: UInt32 = 0x96F3_B83D
    /// The maximum number of entries in a block of TLVs; chosen by this project.
    public static let entryLimit = 256

    /// The header's flags that describe how the image is stored.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let encrypted128 = Flags(rawValue: 0x04)
        public static let encrypted256 = Flags(rawValue: 0x08)
        public static let notBootable = Flags(rawValue: 0x10)
        public static let ramLoad = Flags(rawValue: 0x20)
        public static let compressedLZMA1 = Flags(rawValue: 0x200)
        public static let compressedLZMA2 = Flags(rawValue: 0x400)
        public static let compressedARMThumb = Flags(rawValue: 0x800)
    }

    /// One entry after the body.
    public struct TLV: Hashable, Sendable {
        public let type: UInt16
        public let value: [UInt8]
        /// The offset of its type in the input.
        public let offset: Int
    }

    /// The offset of the image's header in the input.
    public let offset: Int
    public let loadAddress: UInt32
    public let headerSize: Int
    public let bodySize: Int
    public let flags: Flags
    public let version: FirmwareVersion
    public let protectedTLVs: [TLV]
    public let tlvs: [TLV]
    /// The offset of the image's end; padding or a slot trailer may follow.
    public let end: Int
    /// The offset of the end of the protected TLVs.
    public let protectedEnd: Int
    /// The hash among the TLVs, by which a boot loader and an accessory identify the image; nil if there is none.
    public let hash: ImageHash?

    /// The range over which the hash is computed: header, body and protected TLVs.
    public var hashed: Range<Int> { offset..<protectedEnd }

    /// Whether the body is encrypted in the file.
    ///
    /// The hash is then that of the plaintext body, so the file alone is not enough to check it.
    public var isEncrypted: Bool { !flags.isDisjoint(with: [.encrypted128, .encrypted256]) }

    /// Decodes the image whose header begins at `offset`.
    ///
    /// Throws, with the offset of the error, for a wrong magic number, sizes beyond the end of the bytes,
    /// inconsistent blocks of TLVs, and two hashes of one kind.
    public init(decoding bytes: [UInt8], at offset: Int = 0) throws(Malformed) {
        guard bytes.indices.contains(offset) else {
            throw Malformed(at: offset, "the image would begin behind the end: there are \(bytes.count) bytes")
        }
        var reader = ByteReader(bytes[offset...], origin: offset)
        let header = try Header(&reader)
        self.offset = offset
        loadAddress = header.loadAddress
        headerSize = header.headerSize
        bodySize = header.bodySize
        flags = Flags(rawValue: header.flags)
        version = header.version
        _ = try reader.slice(header.headerSize - Header.size, "the header's padding")
        _ = try reader.slice(header.bodySize, "the image's body")
        protectedTLVs = try Self.protected(&reader, size: header.protectedSize)
        protectedEnd = reader.offset
        tlvs = try Self.block(&reader, magic: 0x6907, "the TLVs").entries
        end = reader.offset
        hash = try Self.hash(among: protectedTLVs + tlvs)
    }

    private static func protected(_ reader: inout ByteReader, size: Int) throws(Malformed) -> [TLV] {
        let start = reader.offset
        guard size > 0 else {
            var ahead = reader
            if let magic = try? ahead.u16("the next block"), magic == 0x6908 {
                throw Malformed(at: start, "there is a protected block of TLVs, and the header says that there is none")
            }
            return []
        }
        let block = try block(&reader, magic: 0x6908, "the protected TLVs")
        guard block.total == size else {
            throw Malformed(
                at: start + 2, "the protected TLVs are \(block.total) bytes long, and the header says \(size)")
        }
        return block.entries
    }

    private static func block(
        _ reader: inout ByteReader, magic: UInt16, _ what: StaticString
    ) throws(Malformed) -> (entries: [TLV], total: Int) {
        let start = reader.offset
        let found = try reader.u16(what)
        guard found == magic else {
            throw Malformed(at: start, "\(what) begin with \(magic.hexadecimal), not with \(found.hexadecimal)")
        }
        let total = Int(try reader.u16(what))
        guard total >= 4 else {
            throw Malformed(at: start + 2, "\(what) are \(total) bytes long: their own info has 4")
        }
        var inside = ByteReader(try reader.slice(total - 4, what), origin: start + 4)
        var entries: [TLV] = []
        while !inside.isAtEnd {
            let place = inside.offset
            guard entries.count < entryLimit else {
                throw Malformed(at: place, "\(what) have more than \(entryLimit) entries")
            }
            let type = try inside.u16("a TLV's type")
            let length = Int(try inside.u16("a TLV's length"))
            guard inside.remaining >= length else {
                throw Malformed(
                    at: place + 2,
                    "a TLV of type \(type.hexadecimal) has \(length) bytes, and \(inside.remaining) are left")
            }
            entries.append(TLV(type: type, value: try inside.take(length, "a TLV's value"), offset: place))
        }
        return (entries, total)
    }

    private static func hash(among entries: [TLV]) throws(Malformed) -> ImageHash? {
        var found: ImageHash?
        for entry in entries {
            guard let algorithm = ImageHash.Algorithm(tlv: entry.type) else { continue }
            guard found == nil else {
                throw Malformed(at: entry.offset, "there is a second hash, of type \(entry.type.hexadecimal)")
            }
            guard entry.value.count == algorithm.size else {
                throw Malformed(
                    at: entry.offset + 2,
                    "a hash of type \(entry.type.hexadecimal) has \(algorithm.size) bytes, not \(entry.value.count)")
            }
            found = ImageHash(algorithm: algorithm, bytes: entry.value)
        }
        return found
    }
}

extension MCUbootImage {
    /// The first 32 bytes.
    private struct Header {
        static let size = 32

        let loadAddress: UInt32
        let headerSize: Int
        let protectedSize: Int
        let bodySize: Int
        let flags: UInt32
        let version: FirmwareVersion

        init(_ reader: inout ByteReader) throws(Malformed) {
            let start = reader.offset
            let magic = try reader.u32("the magic")
            guard magic == MCUbootImage.magic else {
                throw Malformed(
                    at: start,
                    "an MCUboot image begins with \(MCUbootImage.magic.hexadecimal), not with \(magic.hexadecimal)")
            }
            loadAddress = try reader.u32("the load address")
            headerSize = Int(try reader.u16("the header's size"))
            protectedSize = Int(try reader.u16("the size of the protected TLVs"))
            bodySize = Int(try reader.u32("the body's size"))
            flags = try reader.u32("the flags")
            version = FirmwareVersion(
                major: UInt32(try reader.u8("the version")), minor: UInt32(try reader.u8("the version")),
                revision: UInt32(try reader.u16("the version")), build: try reader.u32("the version"))
            _ = try reader.u32("the header's padding")
            guard headerSize >= Self.size else {
                throw Malformed(at: start + 8, "a header of \(headerSize) bytes: it has \(Self.size) at least")
            }
        }
    }

    /// Returns the offsets of the magic number, which are multiples of four; at most `limit`.
    ///
    /// A merged file has a boot loader before the image.
    public static func places(in bytes: [UInt8], limit: Int = 8) -> [Int] {
        var places: [Int] = []
        for place in stride(from: 0, to: bytes.count - 3, by: 4) where places.count < limit {
            if bytes[place] == 0x3D, bytes[place + 1] == 0xB8, bytes[place + 2] == 0xF3, bytes[place + 3] == 0x96 {
                places.append(place)
            }
        }
        return places
    }
}
