public import Ground

/// A phone's discovery token as bytes, for the channel between two apps.
///
/// Apple's tokens are opaque: an app archives one with NSKeyedArchiver and sends the archive by any means. The
/// contents of Apple's archives are not published, and no real phone accepts this one: the format is defined by this
/// project and unverified against any other. All numbers are little-endian.
///
/// | offset | size | field |
/// |---|---|---|
/// | 0 | 4 | `TdTk` in ASCII |
/// | 4 | 1 | version of this format: 1 |
/// | 5 | 1 | number of bytes that follow: 13 |
/// | 6 | 1 | generation, which two phones must share to range |
/// | 7 | 2 | short UWB address, neither 0x0000 nor 0xFFFF |
/// | 9 | 8 | the token's number |
/// | 17 | 2 | the low half of FNV-1a over bytes 0 to 16 |
public struct TokenArchive: Hashable, Sendable {
    public static let mark = Array("TdTk".utf8)
    public static let version: UInt8 = 1
    /// The size of an archive in bytes.
    public static let count = 19
    private static let lengthOfRest: UInt8 = 13

    public var generation: UInt8
    public var address: ShortAddress
    public var number: UInt64

    public init(generation: UInt8, address: ShortAddress, number: UInt64) {
        self.generation = generation
        self.address = address
        self.number = number
    }

    public var encoded: [UInt8] {
        var bytes = Self.mark + [Self.version, Self.lengthOfRest, generation]
        bytes.append(little: address.rawValue)
        bytes.append(little: number)
        bytes.append(little: Self.sum(bytes))
        return bytes
    }

    /// Decodes a complete archive with nothing after it.
    ///
    /// Throws with the first wrong byte of an archive that is truncated, followed by more bytes, of another version,
    /// or corrupted.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        if bytes.isEmpty { throw Malformed(at: 0, "a discovery token has \(Self.count) bytes, and there are none") }
        for (place, byte) in Self.mark.enumerated() where place < bytes.count && bytes[place] != byte {
            throw Malformed(
                at: place, "\(bytes[place].hexadecimal) where a discovery token begins with \(byte.hexadecimal)")
        }
        var reader = ByteReader(bytes)
        _ = try reader.take(Self.mark.count, "the mark of a discovery token")
        let version = try reader.u8("the version of a discovery token")
        guard version == Self.version else {
            throw Malformed(at: 4, "a discovery token of version \(version), and only \(Self.version) is known")
        }
        let length = try reader.u8("the length of a discovery token")
        guard length == Self.lengthOfRest else {
            throw Malformed(at: 5, "the token says that \(length) bytes follow, and they are \(Self.lengthOfRest)")
        }
        generation = try reader.u8("the generation of a discovery token")
        address = ShortAddress(rawValue: try reader.u16("the address of a discovery token"))
        number = try reader.u64("the number of a discovery token")
        let sum = try reader.u16("the sum of a discovery token")
        guard reader.isAtEnd else {
            throw Malformed(at: Self.count, "\(reader.remaining) bytes behind a discovery token")
        }
        let own = Self.sum(Array(bytes.prefix(Self.count - 2)))
        guard sum == own else {
            throw Malformed(
                at: Self.count - 2, "the sum is \(sum.hexadecimal), that of the bytes is \(own.hexadecimal)")
        }
        guard address.rawValue != 0, address.rawValue != 0xFFFF else {
            throw Malformed(at: 7, "\(address) is the address of no phone")
        }
    }

    private static func sum(_ bytes: [UInt8]) -> UInt16 {
        UInt16(truncatingIfNeeded: FNV1a(bytes).value)  // the low half on purpose
    }
}
