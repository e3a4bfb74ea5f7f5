import Ground
import TestSupport
import Testing
import Traces

@Suite("Writing pcapng") struct PcapngWriterTests {
    private static let packets = [
        CapturedPacket(
            instant: WallInstant(nanoseconds: 1_714_979_289_123_456_789), linkType: .bluetoothLinuxMonitor,
            direction: .outbound, bytes: [0, 0, 0, 2, 3, 0x0C, 0]),
        CapturedPacket(
            instant: WallInstant(nanoseconds: 1_714_979_289_123_456_790), linkType: .firaUCI, interface: 1,
            direction: .inbound, bytes: [0x60, 1, 0, 1, 1], options: [PcapngOption(.comment, text: "the kit wakes")]),
        CapturedPacket(
            instant: WallInstant(nanoseconds: 1_714_979_289_200_000_000), linkType: .iso14443, interface: 2,
            originalLength: 30, bytes: [0, 0xFC, 0, 0],
            options: [PcapngOption(.comment, text: "a step"), PcapngOption(.comment, text: "Zonenwechsel: näher")]),
        CapturedPacket(
            instant: WallInstant(nanoseconds: 1_714_979_289_300_000_000), linkType: .firaUCI, interface: 1, bytes: []),
    ]

    private static let custom = PcapngCustom(owner: 32_473, mayBeCopied: true, data: [1, 2, 3, 4])

    /// Returns a trace with three interfaces, in blocks.
    static func trace() -> [[UInt8]] {
        var writer = PcapngWriter()
        var blocks = [writer.section(.init(application: "trammel", hardware: "rig", comments: ["seed=7"]))]
        blocks.append(writer.interface(.bluetoothLinuxMonitor, name: "bluetooth"))
        blocks.append(writer.interface(.firaUCI, name: "uwb", summary: "the kit"))
        blocks.append(writer.interface(.iso14443, name: "nfc", comments: ["reader"]))
        for packet in packets { blocks.append(writer.packet(packet)) }
        blocks.append(writer.custom(custom))
        return blocks
    }

    @Test("Written blocks are read back, one by one") func roundTrip() throws {
        let reading = Reading(Self.trace().flatMap { $0 })
        #expect(reading.error == nil && reading.findings.isEmpty)
        #expect(
            reading.packets.map { packet in
                var packet = packet
                packet.offset = 0
                return packet
            } == Self.packets)
        guard case .section(let section) = reading.blocks.first, case .interface(let uwb) = reading.blocks[2],
            case .custom(Self.custom) = reading.blocks.last
        else {
            Issue.record("\(reading.blocks)")
            return
        }
        #expect(section.options.texts(.comment) == ["seed=7"] && section.options.texts(.application) == ["trammel"])
        #expect(section.options.texts(.hardware) == ["rig"])
        #expect(uwb.options.texts(.interfaceName) == ["uwb"] && uwb.resolution == .nanoseconds)
        #expect(uwb.options.texts(.interfaceDescription) == ["the kit"])
    }

    @Test("Each block is complete: a file that ends after any of them is valid") func blocks() {
        let blocks = Self.trace()
        for count in 1...blocks.count {
            let reading = Reading(blocks[..<count].flatMap { $0 })
            #expect(reading.error == nil)
            #expect(reading.items.count == count)
        }
    }

    @Test("A packet of the same story is written as text2pcap writes it") func knownAnswer() throws {
        let story = try #require(try StoryFile.all().first { $0.name == "text2pcap pcapng" })
        var writer = PcapngWriter()
        var file = writer.section(.init())
        file += writer.interface(.bluetoothH4, name: "hci")
        let theirs = Reading(story.file).packets
        for packet in theirs { writer.append(packet, to: &file) }
        #expect(
            file.suffix(from: try #require(Reading(file).packets.first?.offset)).elementsEqual(
                story.file.suffix(from: try #require(theirs.first?.offset))))
    }

    @Test("Any written packets are read back") func anyPackets() {
        var chance = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            var writer = PcapngWriter()
            var file = writer.section(.init())
            let linkTypes: [LinkType] = [.bluetoothH4, .bluetoothLinuxMonitor, .firaUCI, .iso14443]
            for linkType in linkTypes { file += writer.interface(linkType, name: linkType.description) }
            var time: Int64 = 0
            var written: [CapturedPacket] = []
            for _ in 0..<Int.random(in: 0...12, using: &chance) {
                time += Int64.random(in: 0...5_000_000_000, using: &chance)
                let number = Int.random(in: linkTypes.indices, using: &chance)
                let bytes = chance.bytes(Int.random(in: 0...40, using: &chance))
                let options = (0..<Int.random(in: 0...2, using: &chance)).map { _ in
                    PcapngOption(.init(rawValue: UInt16.random(in: 3...40, using: &chance)), chance.bytes(5))
                }
                written.append(
                    CapturedPacket(
                        instant: WallInstant(nanoseconds: time), linkType: linkTypes[number], interface: number,
                        direction: [nil, .inbound, .outbound].randomElement(using: &chance) ?? nil,
                        originalLength: bytes.count + Int.random(in: 0...3, using: &chance), bytes: bytes,
                        offset: file.count, options: options))
                if let last = written.last { writer.append(last, to: &file) }
            }
            let reading = Reading(file)
            #expect(reading.error == nil && reading.findings.isEmpty)
            #expect(reading.packets == written)
        }
    }

    @Test("The longest custom block is read back") func longestBlock() {
        var writer = PcapngWriter()
        let data = [UInt8](repeating: 3, count: PcapngReader.largestBlock - 20)
        let custom = PcapngCustom(owner: 7, mayBeCopied: false, data: data)
        let reading = Reading(writer.section(.init()) + writer.custom(custom))
        #expect(reading.error == nil && reading.blocks.last == .custom(custom))
    }

    @Test("Data that is too long for the format is truncated, and marked so") func bounds() {
        var writer = PcapngWriter()
        var file = writer.section(.init(comments: [String(repeating: "é", count: 40_000)]))
        file += writer.interface(.firaUCI, name: "uwb")
        let bytes = [UInt8](repeating: 7, count: PcapngWriter.largestPacket + 5)
        writer.append(CapturedPacket(instant: nil, linkType: .firaUCI, bytes: bytes), to: &file)
        let reading = Reading(file)
        #expect(reading.error == nil && reading.findings.isEmpty)
        #expect(reading.packets.first?.bytes.count == PcapngWriter.largestPacket)
        #expect(reading.packets.first?.originalLength == bytes.count)
        #expect(reading.packets.first?.instant == WallInstant(nanoseconds: 0))
        guard case .section(let section) = reading.blocks.first else { return }
        #expect(section.options.texts(.comment) == [String(repeating: "é", count: 32_767)])
    }
}
