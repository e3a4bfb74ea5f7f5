public import Ground

/// An HCI packet, or another record of the monitor channel, without the encapsulation of its link type.
///
/// Reads and writes link types 187, 201 and 254 (bluez.md 3.3). Real captures were available for 201 and
/// for the packets of btsnoop and PacketLogger; tshark 4.0 reads all three as they are written here.
public struct HCIFrame: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case hci(HCIPacketType)
        /// A record of the monitor channel that is not HCI.
        case monitor(MonitorOpcode)
    }

    /// The adapter's number; 0 if the link type has none.
    public let adapter: UInt16
    /// The direction; nil if neither file, header nor kind gives it, as for ACL in classic pcap with link type 187.
    public let direction: FrameDirection?
    public let kind: Kind
    /// The packet without a type byte.
    public let payload: [UInt8]

    public init(_ type: HCIPacketType, _ direction: FrameDirection?, adapter: UInt16 = 0, payload: [UInt8]) {
        self.adapter = adapter
        self.direction = type.direction ?? direction
        self.kind = .hci(type)
        self.payload = payload
    }

    public init(_ record: MonitorRecord, adapter: UInt16) {
        self.adapter = adapter
        self.direction = record.opcode.direction
        self.kind = record.opcode.packetType.map { .hci($0) } ?? .monitor(record.opcode)
        self.payload = record.payload
    }

    /// Parses a captured packet; offsets in errors count from the packet's first byte.
    public init(_ packet: CapturedPacket) throws(Malformed) {
        switch packet.linkType {
        case .bluetoothH4:
            try self.init(h4: packet.bytes, from: 0, packet.direction)
        case .bluetoothH4WithDirection:
            try self.init(h4: packet.bytes, from: 4, try Self.direction(packet.bytes))
        case .bluetoothLinuxMonitor:
            var reader = ByteReader(packet.bytes)
            let adapter: UInt16 = try reader.big("a monitor packet's adapter")
            let opcode = MonitorOpcode(rawValue: try reader.big("a monitor packet's opcode"))
            self.init(MonitorRecord(opcode, reader.rest()), adapter: adapter)
        default: throw Malformed(at: 0, "\(packet.linkType) is not Bluetooth HCI")
        }
    }

    private init(h4 bytes: [UInt8], from start: Int, _ direction: FrameDirection?) throws(Malformed) {
        guard start < bytes.count else { throw Malformed(at: bytes.count, "an HCI packet has no type byte") }
        guard let type = HCIPacketType(rawValue: bytes[start]) else {
            throw Malformed(at: start, "\(bytes[start].hexadecimal) is not a type of HCI packet")
        }
        self.init(type, direction, payload: Array(bytes[(start + 1)...]))
    }

    /// The header of link type 201: 0 sent, 1 received.
    private static func direction(_ bytes: [UInt8]) throws(Malformed) -> FrameDirection {
        var reader = ByteReader(bytes)
        let header: UInt32 = try reader.big("an HCI packet's direction")
        switch header {
        case 0: return .outbound
        case 1: return .inbound
        default: throw Malformed(at: 0, "\(header) is not a direction of an HCI packet, 0 and 1 are")
        }
    }

    /// The packet preceded by its type byte; nil for a record that is not HCI.
    public var h4: [UInt8]? {
        guard case .hci(let type) = kind else { return nil }
        return [type.rawValue] + payload
    }

    /// The packet as a record of the monitor channel; nil if its direction is unknown.
    public var monitor: MonitorRecord? {
        switch kind {
        case .monitor(let opcode): MonitorRecord(opcode, payload)
        case .hci(let type): direction.map { MonitorRecord(MonitorOpcode(type, $0), payload) }
        }
    }

    /// The bytes of a captured packet of a link type; nil if the link type cannot represent it.
    public func bytes(as linkType: LinkType) -> [UInt8]? {
        switch linkType {
        case .bluetoothH4: return h4
        case .bluetoothH4WithDirection:
            guard let h4, let direction else { return nil }
            return [0, 0, 0, direction == .inbound ? 1 : 0] + h4
        case .bluetoothLinuxMonitor:
            guard let monitor else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4 + payload.count)
            bytes.append(big: adapter)
            bytes.append(big: monitor.opcode.rawValue)
            bytes.append(contentsOf: payload)
            return bytes
        default: return nil
        }
    }
}
