public import Ground

/// A packet of the UWB Command Interface in a capture (uwb.md 1.1 and 5).
///
/// It is one packet on the wire, which may be a segment of a longer message. In addition to link type 299, two other
/// forms are read and give a finding: pica's output under 293, the number of low-speed USB, if the bytes are clearly
/// UCI; and the seven-byte header of Android's log, whose three extra zeros are dropped. No real capture of these
/// link types was available; the forms of pica and Android are from their sources.
public struct UCIFrame: Hashable, Sendable {
    /// The direction seen from the host: outbound goes to the UWB device.
    public let direction: FrameDirection?
    /// Header and payload as on the wire.
    public let bytes: [UInt8]
    /// The findings about the captured packet.
    public let findings: [Finding]

    public init(_ direction: FrameDirection?, _ bytes: [UInt8]) {
        self.direction = direction
        self.bytes = bytes
        self.findings = []
    }

    /// Parses a captured packet; offsets in errors count from the packet's first byte.
    public init(_ packet: CapturedPacket) throws(Malformed) {
        var findings: [Finding] = []
        switch packet.linkType {
        case .firaUCI: break
        case .usbLowSpeed:
            findings.append(
                Finding("capture.content", .note, "link type 293 is low-speed USB; pica writes UCI under it"))
        default: throw Malformed(at: 0, "\(packet.linkType) is not UCI")
        }
        var bytes = packet.bytes
        let length = try Self.length(bytes, isSnapped: packet.isSnapped)
        if bytes.count == length + 3, bytes[4..<7].allSatisfy({ $0 == 0 }) {
            bytes.removeSubrange(4..<7)
            findings.append(
                Finding("capture.content", .note, "a header of seven bytes, as in Android's log", offset: 4))
        }
        guard bytes.count == length || packet.isSnapped && bytes.count < length else {
            throw Malformed(
                at: min(bytes.count, length), "a UCI packet says that it has \(length) bytes and has \(bytes.count)")
        }
        self.bytes = bytes
        let natural = Self.direction(bytes)
        self.direction = packet.direction ?? natural
        if let natural, direction != natural {
            let meaning = "the file says \(natural == .inbound ? "outbound" : "inbound") of a message that is not"
            findings.append(Finding("capture.content", .warning, meaning, offset: 0))
        }
        if packet.isSnapped {
            findings.append(Finding("capture.content", .warning, "the capture holds only the packet's beginning"))
        }
        self.findings = findings
    }

    /// The length given by the header, including the header itself; at least four bytes are present once this
    /// returns.
    private static func length(_ bytes: [UInt8], isSnapped: Bool) throws(Malformed) -> Int {
        var reader = ByteReader(bytes)
        let first = try reader.u8("a UCI header")
        _ = try reader.u8("a UCI header")
        let third = try reader.u8("a UCI header")
        let fourth = try reader.u8("a UCI header")
        switch first >> 5 {
        case 0: return 4 + Int(UInt16(third) | UInt16(fourth) << 8)
        case 1, 2, 3: return 4 + Int(fourth)
        // Reserved for test mode; their 16-bit length is unverified.
        case 4, 5: return 4 + Int(UInt16(third) | UInt16(fourth) << 8)
        default: throw Malformed(at: 0, "\(first >> 5) is not a type of UCI message")
        }
    }

    /// The direction if the file does not have it: commands go out, responses and notifications come in, data by its
    /// format.
    private static func direction(_ bytes: [UInt8]) -> FrameDirection? {
        switch bytes.first.map({ ($0 >> 5, $0 & 0x0F) }) {
        case (0, 1)?, (1, _)?: .outbound
        case (0, 2)?, (2, _)?, (3, _)?: .inbound
        default: nil
        }
    }

    /// The frame as a captured packet of link type 299.
    public func packet(at instant: WallInstant, interface: Int) -> CapturedPacket {
        CapturedPacket(
            instant: instant, linkType: .firaUCI, interface: interface, direction: direction, bytes: bytes)
    }
}
