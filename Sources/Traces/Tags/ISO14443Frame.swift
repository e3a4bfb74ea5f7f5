public import Ground

/// A frame between reader and card in a capture, or a change of the reader's field.
///
/// Link type 264: a version (8 bits, 0), an event (8 bits), the length of the rest (16 bits, big endian), then the
/// frame. From the format's own page, kaiser.cx/posts/pcap-iso14443, and the numbers in Wireshark's dissector; no
/// real capture of this link type was available.
public struct ISO14443Frame: Hashable, Sendable {
    public enum Event: UInt8, Hashable, Sendable {
        /// From the card to the reader.
        case fromCard = 0xFF
        /// From the reader to the card.
        case toCard = 0xFE
        case fieldOff = 0xFD
        case fieldOn = 0xFC
        /// From the card, without the checksum's two bytes.
        case fromCardWithoutCRC = 0xFB
        /// From the reader to the card, without the checksum's two bytes.
        case toCardWithoutCRC = 0xFA
    }

    public let event: Event
    /// The frame's bytes; empty if the field changes.
    public let data: [UInt8]

    public init(_ event: Event, _ data: [UInt8] = []) {
        self.event = event
        self.data = data
    }

    /// Parses a captured packet; offsets in errors count from the packet's first byte.
    public init(_ packet: CapturedPacket) throws(Malformed) {
        guard packet.linkType == .iso14443 else { throw Malformed(at: 0, "\(packet.linkType) is not ISO 14443") }
        var reader = ByteReader(packet.bytes)
        let version = try reader.u8("an ISO 14443 packet's version")
        guard version == 0 else { throw Malformed(at: 0, "ISO 14443 packets of version \(version) are not known") }
        let number = try reader.u8("an ISO 14443 packet's event")
        guard let event = Event(rawValue: number) else {
            throw Malformed(at: 1, "\(number.hexadecimal) is not an event of an ISO 14443 packet")
        }
        let length: UInt16 = try reader.big("an ISO 14443 packet's length")
        let data = reader.rest()
        guard data.count == length || packet.isSnapped && data.count < length else {
            throw Malformed(at: 2, "an ISO 14443 packet says that it has \(length) bytes and has \(data.count)")
        }
        guard data.isEmpty || event != .fieldOn && event != .fieldOff else {
            throw Malformed(at: 2, "a change of the field has no data")
        }
        self.init(event, data)
    }

    /// The direction seen from the reader, outbound to the card; nil for a change of the field.
    public var direction: FrameDirection? {
        switch event {
        case .fromCard, .fromCardWithoutCRC: .inbound
        case .toCard, .toCardWithoutCRC: .outbound
        case .fieldOn, .fieldOff: nil
        }
    }

    /// The frame preceded by its header; data beyond 65,535 bytes is dropped.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = [0, event.rawValue]
        bytes.append(big: UInt16(clamping: data.count))
        bytes.append(contentsOf: data.prefix(65_535))
        return bytes
    }

    /// The frame as a captured packet of link type 264.
    public func packet(at instant: WallInstant, interface: Int) -> CapturedPacket {
        CapturedPacket(
            instant: instant, linkType: .iso14443, interface: interface, direction: direction, bytes: bytes)
    }
}
