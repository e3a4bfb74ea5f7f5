public import Ground

/// A UDP packet with its preceding IP header, as in link type 101 (RFC 791, RFC 8200, RFC 768).
public struct UDPPacket: Hashable, Sendable {
    /// 4 or 16 bytes.
    public let source: [UInt8]
    public let destination: [UInt8]
    public let sourcePort: UInt16
    public let destinationPort: UInt16
    public let payload: [UInt8]

    /// Parses a whole packet; throws for a fragment, another protocol, or headers between IP and UDP.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        let first = try reader.u8("the version")
        switch first >> 4 {
        case 4:
            let length = Int(first & 0x0F) * 4
            guard length >= 20 else { throw Malformed(at: 0, "a header of \(length) bytes; 20 are the least") }
            _ = try reader.take(5, "the header")
            let fragment = try reader.u16(big: "the fragment")
            guard fragment & 0x3FFF == 0 else { throw Malformed(at: 6, "a fragment") }
            _ = try reader.u8("the time to live")
            try Self.expectUDP(try reader.u8("the protocol"), at: 9)
            _ = try reader.take(2, "the checksum")
            source = try reader.take(4, "the source")
            destination = try reader.take(4, "the destination")
            _ = try reader.take(length - 20, "options")
        case 6:
            _ = try reader.take(5, "the header")
            try Self.expectUDP(try reader.u8("the next header"), at: 6)
            _ = try reader.u8("the hop limit")
            source = try reader.take(16, "the source")
            destination = try reader.take(16, "the destination")
        default: throw Malformed(at: 0, "no IP of version \(first >> 4)")
        }
        sourcePort = try reader.u16(big: "the source port")
        destinationPort = try reader.u16(big: "the destination port")
        let place = reader.offset
        let length = Int(try reader.u16(big: "the length"))
        _ = try reader.take(2, "the checksum")
        guard length >= 8 else { throw Malformed(at: place, "a length of \(length) bytes; 8 are the least") }
        payload = try reader.take(length - 8, "the content")
    }

    private static func expectUDP(_ number: UInt8, at place: Int) throws(Malformed) {
        guard number == 17 else { throw Malformed(at: place, "no UDP, but protocol \(number)") }
    }
}

extension ByteReader {
    /// Reads a 16-bit number in network byte order, big endian.
    mutating func u16(big what: StaticString) throws(Malformed) -> UInt16 {
        let bytes = try take(2, what)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
}
