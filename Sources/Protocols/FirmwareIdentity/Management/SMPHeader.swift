public import Ground

/// The header of a message of MCUmgr's Simple Management Protocol: 8 bytes, big-endian.
///
/// gate.md, section 6.4 (Zephyr, `smp_protocol.rst`).
public struct SMPHeader: Hashable, Sendable {
    public static let size = 8

    /// The version of the protocol; versions differ in the encoding of errors.
    public enum Version: UInt8, Hashable, Codable, Sendable, CaseIterable {
        case v1 = 0
        case v2 = 1
    }

    /// The version's two bits; unknown versions are preserved.
    public let version: UInt8
    /// 0 read, 1 answer to a read, 2 write, 3 answer to a write.
    public let operation: UInt8
    public let flags: UInt8
    /// The number of data bytes that follow.
    public let length: Int
    public let group: UInt16
    public let sequence: UInt8
    public let command: UInt8

    /// Whether the message is an answer, whatever the query.
    public var isAnswer: Bool { operation & 1 == 1 }

    public init(decoding bytes: ArraySlice<UInt8>) throws(Malformed) {
        var reader = ByteReader(bytes)
        let first = try reader.u8("the first byte of the header")
        (version, operation) = (first >> 3 & 3, first & 7)
        flags = try reader.u8("the flags")
        length = Int(try reader.big("the length") as UInt16)
        group = try reader.big("the group")
        sequence = try reader.u8("the sequence number")
        command = try reader.u8("the command")
    }

    init(version: UInt8, operation: UInt8, length: Int, group: UInt16, sequence: UInt8, command: UInt8) {
        (self.version, self.operation, flags) = (version, operation, 0)
        (self.length, self.group, self.sequence, self.command) = (length, group, sequence, command)
    }

    var encoded: [UInt8] {
        var bytes: [UInt8] = [version << 3 | operation & 7, flags]
        bytes.append(big: UInt16(clamping: length))
        bytes.append(big: group)
        return bytes + [sequence, command]
    }
}

/// The GATT service and characteristic of a management server.
///
/// The phone writes without response and receives answers as notifications. gate.md, section 6.4.
public enum SMPService {
    public static let service = "8D53DC1D-1DB7-4CD3-868B-8A527460AA84"
    public static let characteristic = "DA2E7828-FBCE-4E01-AE9E-261174997C48"
}
