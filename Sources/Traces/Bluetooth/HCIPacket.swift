public import Ground

/// An HCI packet split into its header and the rest.
///
/// Layout: Bluetooth Core Specification, volume 4, part E, section 5.4, from general knowledge (not in the fact
/// sheet, not compared with the text). Real captures of Android, btmon and macOS agree.
public enum HCIPacket: Hashable, Sendable {
    case command(opcode: UInt16, parameters: [UInt8])
    case event(code: UInt8, parameters: [UInt8])
    case acl(ACLFragment)
    case synchronous(handle: UInt16, data: [UInt8])
    /// Kept unparsed.
    case isochronous([UInt8])

    /// Reads a packet that follows its type byte; one that the capture truncated may be shorter than it states.
    ///
    /// Offsets in errors count from the byte after the type byte.
    public init(_ type: HCIPacketType, _ payload: [UInt8], isSnapped: Bool = false) throws(Malformed) {
        var reader = ByteReader(payload)
        switch type {
        case .command:
            let opcode = try reader.u16("a command's opcode")
            let length = Int(try reader.u8("a command's length"))
            self = .command(opcode: opcode, parameters: try Self.body(&reader, length, isSnapped, "a command"))
        case .event:
            let code = try reader.u8("an event's code")
            let length = Int(try reader.u8("an event's length"))
            self = .event(code: code, parameters: try Self.body(&reader, length, isSnapped, "an event"))
        case .acl:
            let head = try reader.u16("an ACL packet's handle")
            let length = Int(try reader.u16("an ACL packet's length"))
            let data = try Self.body(&reader, length, isSnapped, "an ACL packet")
            self = .acl(ACLFragment(head: head, data: data, isSnapped: data.count < length))
        case .synchronous:
            let handle = try reader.u16("a synchronous packet's handle") & 0x0FFF
            let length = Int(try reader.u8("a synchronous packet's length"))
            self = .synchronous(
                handle: handle, data: try Self.body(&reader, length, isSnapped, "a synchronous packet"))
        case .isochronous: self = .isochronous(reader.rest())
        }
    }

    private static func body(
        _ reader: inout ByteReader, _ length: Int, _ isSnapped: Bool, _ what: StaticString
    ) throws(Malformed) -> [UInt8] {
        let place = reader.offset
        let body = reader.rest()
        guard body.count == length || (isSnapped && body.count < length) else {
            throw Malformed(at: place, "\(what) says that it has \(length) bytes and has \(body.count)")
        }
        return body
    }

    /// The type byte that precedes the packet.
    public var type: HCIPacketType {
        switch self {
        case .command: .command
        case .event: .event
        case .acl: .acl
        case .synchronous: .synchronous
        case .isochronous: .isochronous
        }
    }

    /// The packet without its type byte; a body too long for its length field is truncated.
    public var payload: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .command(let opcode, let parameters):
            bytes.append(little: opcode)
            bytes.append(UInt8(clamping: parameters.count))
            bytes.append(contentsOf: parameters.prefix(255))
        case .event(let code, let parameters):
            bytes.append(code)
            bytes.append(UInt8(clamping: parameters.count))
            bytes.append(contentsOf: parameters.prefix(255))
        case .acl(let fragment): bytes = fragment.bytes
        case .synchronous(let handle, let data):
            bytes.append(little: handle & 0x0FFF)
            bytes.append(UInt8(clamping: data.count))
            bytes.append(contentsOf: data.prefix(255))
        case .isochronous(let rest): bytes = rest
        }
        return bytes
    }
}

/// A fragment of an L2CAP frame, as carried by HCI.
public struct ACLFragment: Hashable, Sendable {
    /// The position of a fragment in its frame.
    public enum Boundary: UInt8, Hashable, Sendable {
        /// The first fragment, from the host, which must not be flushed.
        case first = 0
        case continuation = 1
        /// The first fragment, in either direction, which may be flushed; controllers send only this one.
        case firstFlushable = 2
        case whole = 3
    }

    /// The connection's handle, 12 bits.
    public let handle: UInt16
    public let boundary: Boundary
    /// Bits 14 and 15, zero on a connection.
    public let broadcast: UInt8
    public let data: [UInt8]
    /// Whether the capture truncated the fragment.
    public let isSnapped: Bool

    public init(handle: UInt16, _ boundary: Boundary, data: [UInt8]) {
        self.handle = handle & 0x0FFF
        self.boundary = boundary
        self.broadcast = 0
        self.data = data
        self.isSnapped = false
    }

    fileprivate init(head: UInt16, data: [UInt8], isSnapped: Bool) {
        handle = head & 0x0FFF
        boundary =
            switch head >> 12 & 3 {
            case 0: .first
            case 1: .continuation
            case 2: .firstFlushable
            default: .whole
            }
        broadcast = UInt8(head >> 14)
        self.data = data
        self.isSnapped = isSnapped
    }

    /// The packet without its type byte, as it would be without truncation.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + data.count)
        bytes.append(little: handle | UInt16(boundary.rawValue) << 12 | UInt16(broadcast & 3) << 14)
        bytes.append(little: UInt16(clamping: data.count))
        bytes.append(contentsOf: data.prefix(65_535))
        return bytes
    }
}

/// The kinds of HCI packet, by the type byte of the UART transport (bluez.md 3.2).
public enum HCIPacketType: UInt8, Hashable, Codable, Sendable {
    case command = 1
    case acl = 2
    case synchronous = 3
    case event = 4
    case isochronous = 5

    /// The only direction possible for this kind; nil if both are.
    public var direction: FrameDirection? {
        switch self {
        case .command: .outbound
        case .event: .inbound
        case .acl, .synchronous, .isochronous: nil
        }
    }
}
