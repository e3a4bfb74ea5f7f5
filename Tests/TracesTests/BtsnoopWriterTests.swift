import Ground
import TestSupport
import Testing
import Traces

@Suite("Writing btsnoop") struct BtsnoopWriterTests {
    @Test("The same story is written byte for byte, from every format that has directions")
    func knownAnswer() throws {
        let stories = try StoryFile.all()
        let h4 = try #require(stories.first { $0.name == "btsnoop 1002" }).file
        let monitor = try #require(stories.first { $0.name == "btsnoop 2001" }).file
        for story in stories where story.direction != "no" {
            #expect(try written(Reading(story.file).packets, .h4) == h4, "\(story.name)")
            #expect(try written(Reading(story.file).packets, .monitor) == monitor, "\(story.name)")
        }
    }

    private func written(_ packets: [CapturedPacket], _ form: BtsnoopWriter.Form) throws -> [UInt8] {
        let writer = BtsnoopWriter(form)
        var file = writer.header
        for packet in packets { try writer.append(packet, to: &file) }
        return file
    }

    @Test("A packet that the format cannot hold is refused") func refused() throws {
        var file: [UInt8] = []
        let uwb = CapturedPacket(instant: nil, linkType: .firaUCI, bytes: [0x20, 0, 0, 0])
        let note = CapturedPacket(instant: nil, linkType: .bluetoothLinuxMonitor, bytes: [0, 0, 0, 12, 65])
        let stray = CapturedPacket(instant: nil, linkType: .bluetoothH4, bytes: [2, 0, 0, 0, 0])
        #expect(throws: Malformed.self) { try BtsnoopWriter(.h4).append(uwb, to: &file) }
        #expect(throws: Malformed.self) { try BtsnoopWriter(.h4).append(note, to: &file) }
        #expect(throws: Malformed.self) { try BtsnoopWriter(.h4).append(stray, to: &file) }
        #expect(throws: Malformed.self) { try BtsnoopWriter(.monitor).append(stray, to: &file) }
        #expect(file.isEmpty)
        try BtsnoopWriter(.monitor).append(note, to: &file)
        #expect(file.last == 65)
    }

    @Test("A cut packet stays cut") func snapped() throws {
        var file = BtsnoopWriter(.h4).header
        let packet = CapturedPacket(
            instant: WallInstant(nanoseconds: 7_000), linkType: .bluetoothH4, direction: .inbound, originalLength: 40,
            bytes: [2, 1, 0x20, 35, 0, 1, 2, 3])
        try BtsnoopWriter(.h4).append(packet, to: &file)
        let again = try #require(Reading(file).packets.first)
        #expect(again.originalLength == 40 && again.bytes == packet.bytes && again.direction == .inbound)
        #expect(again.instant == packet.instant)
    }
}
