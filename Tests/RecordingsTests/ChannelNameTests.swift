import GATT
import Ground
import Links
import NearbyInteraction
import Recordings
import Testing
import Traces

/// The names and messages of data channels other than the known ones.
@Suite struct ChannelNameTests {
    /// Returns the texts of a discovery, an Initialize and its answer on the characteristics FFF1 and FFF2.
    private static func texts(_ channel: DataChannelProfile?, handles: ChannelHandles? = nil) -> [String] {
        var header = Samples.smallHeader
        header.channels = channel.map { ["door": $0] } ?? [:]
        header.handles = handles.map { ["door": $0] } ?? [:]
        var decoder = MeaningDecoder()
        decoder.learn(header)
        func sent(_ pdu: ATTPDU) -> String {
            decoder.meaning(of: Outbound.bluetooth("door", .frame(pdu.encoded)), at: .start).text
        }
        func came(_ pdu: ATTPDU) -> String {
            decoder.meaning(of: Inbound.bluetooth("door", .frame(pdu.encoded)), at: .start).text
        }
        if handles == nil {
            _ = sent(.readByTypeRequest(.all, type: .characteristic))
            _ = came(
                .readByTypeResponse([
                    HandleValue(0x11, [0x08, 0x12, 0x00, 0xF1, 0xFF]),
                    HandleValue(0x13, [0x10, 0x14, 0x00, 0xF2, 0xFF]),
                ]))
        }
        return [
            sent(.writeRequest(0x12, [channel?.identifiers.initialize ?? 0x0A])), came(.notification(0x14, [0x02])),
        ]
    }

    @Test("a stranger's FFF1 is neither named nor read as a phone's")
    func stranger() {
        let texts = Self.texts(nil)
        #expect(texts == ["Write Request 0x0012 (FFF1): 0a", "Handle Value Notification 0x0014 (FFF2): 02"])
    }

    @Test("the channel between phones has its name only where the other side is a phone")
    func phone() {
        let texts = Self.texts(.betweenPhones)
        #expect(texts[0].hasPrefix("Write Request 0x0012 (FFF1 (phone to phone RX)): "), "\(texts)")
    }

    @Test("a vendor's channel is decoded with its own ids and named")
    func own() throws {
        let channel = try DataChannelProfile("service=FFF0,write=FFF1,notify=FFF2,messages=initialize:A0")
        #expect(
            Self.texts(channel) == [
                "Write Request 0x0012 (FFF1 (own channel RX)): initialize",
                "Handle Value Notification 0x0014 (FFF2 (own channel TX)): accessoryUwbDidStart",
            ])
    }

    @Test("handles that an import recognised are decoded from the first message on")
    func handles() {
        let texts = Self.texts(nil, handles: ChannelHandles(write: 0x12, notify: 0x14))
        #expect(texts[0].hasSuffix("initialize") && texts[1].hasSuffix("accessoryUwbDidStart"), "\(texts)")
    }

    @Test("recognised handles read back from a trace, however it is cut and padded", arguments: ["", "a", "ab", "abc"])
    func roundTrip(rest: String) throws {
        var header = Samples.smallHeader
        header.scenario += rest
        header.handles = [
            "door": ChannelHandles(write: 0x12, notify: nil), "gate": ChannelHandles(write: nil, notify: 0xFFFF),
        ]
        let file = Samples.blocks(of: [.began(header)]).flatMap { $0 }
        for size in [1, 3, file.count] {
            var reader = TraceReader()
            var events: [TraceEvent] = []
            for start in stride(from: 0, to: file.count, by: size) {
                try reader.receive(file[start..<min(start + size, file.count)], into: &events)
            }
            #expect(events == [.began(header)])
        }
    }
}
