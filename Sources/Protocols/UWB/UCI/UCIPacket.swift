/// The message type in the three highest bits of a UCI packet.
public struct MessageType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0x07 }

    public static let data = MessageType(rawValue: 0)
    /// Host to UWB subsystem.
    public static let command = MessageType(rawValue: 1)
    public static let response = MessageType(rawValue: 2)
    public static let notification = MessageType(rawValue: 3)
}

/// The group of a UCI control packet; in a data packet the same bits hold its format.
public struct GroupIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0x0F }

    public static let core = GroupIdentifier(rawValue: 0x0)
    public static let sessionConfig = GroupIdentifier(rawValue: 0x1)
    public static let sessionControl = GroupIdentifier(rawValue: 0x2)
    public static let dataControl = GroupIdentifier(rawValue: 0x3)

    /// Data packets only: DATA_MESSAGE_SND, host to UWB subsystem.
    public static let dataMessageSend = GroupIdentifier(rawValue: 0x1)
    /// Data packets only: DATA_MESSAGE_RCV, UWB subsystem to host.
    public static let dataMessageReceive = GroupIdentifier(rawValue: 0x2)
}

/// A complete UCI packet, reassembled from its segments (uwb.md 1.1, 1.2).
///
/// On the wire each segment has a header of four bytes. A control packet's length takes one byte, a data packet's
/// two, little-endian.
public struct UCIPacket: Hashable, Sendable {
    public var type: MessageType
    public var group: GroupIdentifier
    /// Six bits; 0 in a data packet.
    public var opcode: UInt8
    public var payload: [UInt8]

    public init(type: MessageType, group: GroupIdentifier, opcode: UInt8, payload: [UInt8] = []) {
        self.type = type
        self.group = group
        self.opcode = opcode & 0x3F
        self.payload = payload
    }

    /// The maximum payload of one segment of a control packet.
    public static let maximumSegment = 255

    /// Returns the segments to send, each with its header; at least one.
    ///
    /// `dataLimit` is the largest data packet payload that the device accepts, 1 to 65535.
    public func encodedSegments(dataLimit: Int = 255) -> [[UInt8]] {
        precondition((1...0xFFFF).contains(dataLimit), "a data packet carries 1 to 65535 bytes, not \(dataLimit)")
        let limit = type == .data ? dataLimit : Self.maximumSegment
        if payload.count <= limit { return [segment(payload[...], isLast: true)] }
        var segments: [[UInt8]] = []
        var rest = payload[...]
        repeat {
            let piece = rest.prefix(limit)
            rest = rest.dropFirst(limit)
            segments.append(segment(piece, isLast: rest.isEmpty))
        } while !rest.isEmpty
        return segments
    }

    /// All segments, concatenated.
    public var encoded: [UInt8] {
        let segments = encodedSegments()
        return segments.count == 1 ? segments[0] : Array(segments.joined())
    }

    private func segment(_ piece: ArraySlice<UInt8>, isLast: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + piece.count)
        bytes.append(type.rawValue << 5 | (isLast ? 0 : 0x10) | group.rawValue)
        if type == .data {
            bytes.append(0)
            bytes.append16(UInt16(clamping: piece.count))
        } else {
            bytes.append(opcode)
            bytes.append(0)
            bytes.append(UInt8(clamping: piece.count))
        }
        bytes.append(contentsOf: piece)
        return bytes
    }
}

extension [UInt8] {
    // Not generic, so that the encoders, which run every ranging round, are fast across modules.

    @inline(__always) mutating func append16(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))  // the low byte on purpose
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    @inline(__always) mutating func append32(_ value: UInt32) {
        append16(UInt16(truncatingIfNeeded: value))  // the low half on purpose
        append16(UInt16(truncatingIfNeeded: value >> 16))
    }

    @inline(__always) mutating func append64(_ value: UInt64) {
        append32(UInt32(truncatingIfNeeded: value))  // the low half on purpose
        append32(UInt32(truncatingIfNeeded: value >> 32))
    }
}
