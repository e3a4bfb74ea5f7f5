import Ground
import TestSupport
import Testing
import Traces

@Suite("UCI in captures") struct UCIFrameTests {
    private func packet(
        _ hex: String, _ linkType: LinkType = .firaUCI, _ direction: FrameDirection? = nil, original: Int? = nil
    ) -> CapturedPacket {
        CapturedPacket(
            instant: nil, linkType: linkType, direction: direction, originalLength: original, bytes: bytes(hex))
    }

    @Test("A composed packet decodes to the same") func roundTrip() throws {
        let frame = UCIFrame(.inbound, bytes("60 01 00 01 01"))
        let packet = frame.packet(at: WallInstant(nanoseconds: 5), interface: 3)
        #expect(packet.linkType == .firaUCI && packet.interface == 3 && packet.direction == .inbound)
        #expect(try UCIFrame(packet) == frame)
    }

    @Test(
        "If the file has no direction, the message type gives it",
        arguments: [
            ("20 02 00 00", FrameDirection.outbound), ("40 02 00 01 00", .inbound), ("60 01 00 01 01", .inbound),
            ("01 00 01 00 05", .outbound), ("02 00 01 00 05", .inbound), ("0f 00 01 00 05", nil),
        ] as [(String, FrameDirection?)])
    func directions(packet: String, direction: FrameDirection?) throws {
        #expect(try UCIFrame(self.packet(packet)).direction == direction)
    }

    @Test("A direction that contradicts the message type is a finding") func contradiction() throws {
        let frame = try UCIFrame(packet("20 02 00 00", .firaUCI, .inbound))
        #expect(frame.direction == .inbound)
        #expect(frame.findings.map(\.meaning) == ["the file says inbound of a message that is not"])
    }

    @Test("pica's link type and Android's header of seven bytes are read with a note") func others() throws {
        let pica = try UCIFrame(packet("60 01 00 01 01", .usbLowSpeed))
        #expect(pica.bytes == bytes("60 01 00 01 01") && pica.findings.map(\.weight) == [.note])
        let android = try UCIFrame(packet("60 01 00 01 00 00 00 01"))
        #expect(android.bytes == bytes("60 01 00 01 01") && android.findings.map(\.weight) == [.note])
        let cut = try UCIFrame(packet("60 01 00 05 01", original: 9))
        #expect(cut.bytes.count == 5 && cut.findings.map(\.weight) == [.warning])
    }

    @Test(
        "A malformed UCI packet is refused with the place",
        arguments: [
            ("", 0), ("20 02 00", 3), ("20 02 00 01", 4), ("20 02 00 00 07", 4), ("e0 02 00 00", 0),
            ("01 00 00 01 07", 5), ("60 01 00 01 00 01 00 01", 5),
        ])
    func refused(packet: String, offset: Int) {
        for linkType in [LinkType.firaUCI, .usbLowSpeed] {
            let error = #expect(throws: Malformed.self) { _ = try UCIFrame(self.packet(packet, linkType)) }
            #expect(error?.offset == offset)
        }
        #expect(throws: Malformed.self) { _ = try UCIFrame(self.packet("20 02 00 00", .iso14443)) }
    }

    @Test("Every packet of a real board's captured exchange is one frame") func realBoard() throws {
        for line in try vectors("../uci-dwm3001cdk") {
            guard let text = line.first, text.hasPrefix(">") || text.hasPrefix("<") else { continue }
            let frame = try UCIFrame(packet(String(text.dropFirst())))
            #expect(frame.direction == (text.hasPrefix(">") ? .outbound : .inbound))
            #expect(frame.findings.isEmpty)
        }
    }
}

@Suite("ISO 14443 in captures") struct ISO14443Tests {
    private static let events: [(String, ISO14443Frame.Event)] = [
        ("toCard", .toCard), ("fromCard", .fromCard), ("toCardWithoutCRC", .toCardWithoutCRC),
        ("fromCardWithoutCRC", .fromCardWithoutCRC), ("fieldOn", .fieldOn), ("fieldOff", .fieldOff),
    ]

    @Test("Each event is read and written", arguments: try vectors("iso14443"))
    func knownAnswers(columns: [String]) throws {
        let event = try #require(Self.events.first { $0.0 == columns[0] }).1
        let hex = bytes(columns[2])
        let frame = ISO14443Frame(event, Array(hex.dropFirst(4)))
        let packet = frame.packet(at: WallInstant(nanoseconds: 1), interface: 2)
        #expect(packet.bytes == hex && packet.linkType == .iso14443)
        #expect(packet.direction == FrameDirection(rawValue: columns[1]))
        #expect(try ISO14443Frame(packet) == frame)
    }

    @Test(
        "A malformed frame is refused with the place",
        arguments: [
            ("", 0), ("00", 1), ("01 fe 00 00", 0), ("00 01 00 00", 1), ("00 fe 00", 3), ("00 fe 00 02 26", 2),
            ("00 fe 00 00 26", 2), ("00 fc 00 01 26", 2),
        ])
    func refused(hex: String, offset: Int) {
        let packet = CapturedPacket(instant: nil, linkType: .iso14443, bytes: bytes(hex))
        let error = #expect(throws: Malformed.self) { _ = try ISO14443Frame(packet) }
        #expect(error?.offset == offset)
    }

    @Test("A frame that the capture truncated is read") func snapped() throws {
        let packet = CapturedPacket(instant: nil, linkType: .iso14443, originalLength: 20, bytes: [0, 0xFE, 0, 16, 1])
        #expect(try ISO14443Frame(packet) == ISO14443Frame(.toCard, [1]))
    }
}
