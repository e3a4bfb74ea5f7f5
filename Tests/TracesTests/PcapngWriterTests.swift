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

    /// Returns a trace with three interfaces, in blocks.
    static func trace() -> [[UInt8]] {
        var writer = PcapngWriter()
        var blocks = [writer.section(.init(application: "trammel", hardware: "rig", comments: ["seed=7"]))]
        blocks.append(writer.interface(.bluetoothLinuxMonitor, name: "bluetooth"))
        blocks.append(writer.interface(.firaUCI, name: "uwb", summary: "the kit"))
        blocks.append(writer.interface(.iso14443, name: "nfc", comments: ["reader"]))
        for packet in packets { blocks.append(writer.packet(packet)) }
        let mark = TraceMark("step", at: WallInstant(nanoseconds: 5), [.init("line", "12"), .init("text", "a=b\nc")])
        blocks.append(writer.custom(mark.block))
        return blocks
    }

    @Test("What is written is read again, block by block") func roundTrip() throws {
        let reading = Reading(Self.trace().flatMap { $0 })
        #expect(reading.error == nil && reading.findings.isEmpty)
        #expect(
            reading.packets.map { packet in
                var packet = packet
                packet.offset = 0
                return packet
            } == Self.packets)
        guard case .section(let section) = reading.blocks.first, case .interface(let uwb) = reading.blocks[2],
            case .custom(let custom) = reading.blocks.last
        else {
            Issue.record("\(reading.blocks)")
            return
        }
        #expect(section.options.texts(.comment) == ["seed=7"] && section.options.texts(.application) == ["trammel"])
        #expect(section.options.texts(.hardware) == ["rig"])
        #expect(uwb.name == "uwb" && uwb.summary == "the kit" && uwb.resolution == .nanoseconds)
        let mark = try #require(try TraceMark(custom))
        #expect(mark.kind == "step" && mark.fields == [.init("line", "12"), .init("text", "a=b\nc")])
    }

    @Test("Each block is complete: a file that ends behind any of them is whole") func blocks() {
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

    @Test("Any packets that are written are read again") func anyPackets() {
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

    @Test("The longest custom block is read again") func longestBlock() {
        var writer = PcapngWriter()
        let data = [UInt8](repeating: 3, count: PcapngReader.largestBlock - 20)
        let custom = PcapngCustom(owner: 7, mayBeCopied: false, data: data)
        let reading = Reading(writer.section(.init()) + writer.custom(custom))
        #expect(reading.error == nil && reading.blocks.last == .custom(custom))
    }

    @Test("What is too long for the format is cut, and shows it") func bounds() {
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

@Suite("Marks in a trace") struct TraceMarkTests {
    @Test(
        "A mark survives its block, whatever stands in it",
        arguments: [
            TraceMark("verdict", at: WallInstant(nanoseconds: -1)),
            TraceMark("", at: WallInstant(nanoseconds: 0), [.init("", "")]),
            TraceMark(
                "a\nb=c\\", at: WallInstant(nanoseconds: .max), [.init("k=\n\\e", "v=\\n\r\n"), .init("ü", "€")]),
        ])
    func roundTrip(mark: TraceMark) throws {
        #expect(try TraceMark(mark.block) == mark)
        #expect(mark.block.data.count % 4 == 0)
        #expect(mark.block.mayBeCopied)
    }

    @Test("A mark's bytes are as documented") func knownAnswer() {
        let mark = TraceMark("zone", at: WallInstant(nanoseconds: 258), [.init("to", "near")])
        #expect(mark.block.owner == 32_473)
        #expect(
            mark.block.data == bytes("54524d4c 0100 0000 0201000000000000 0c000000 7a6f6e650a746f3d6e656172"))
    }

    @Test("Somebody else's block is no mark") func others() throws {
        let data = TraceMark("zone", at: WallInstant(nanoseconds: 1)).block.data
        #expect(try TraceMark(PcapngCustom(owner: 7, mayBeCopied: true, data: data)) == nil)
        #expect(try TraceMark(PcapngCustom(owner: TraceMark.owner, mayBeCopied: true, data: [1, 2, 3, 4])) == nil)
    }

    @Test(
        "A damaged mark is named with its place",
        arguments: [
            ("54524d4c 0200", 4), ("54524d4c 0100 0000 02010000", 12),
            ("54524d4c 0100 0000 0201000000000000 05000000 7a6f6e65", 24),
            ("54524d4c 0100 0000 0201000000000000 01000000 ff000000", 20),
            ("54524d4c 0100 0000 0201000000000000 03000000 7a0a6100", 20),
            ("54524d4c 0100 0000 0201000000000000 02000000 5c780000", 20),
            ("54524d4c 0100 0000 0201000000000000 01000000 5c000000", 20),
        ])
    func damage(data: String, offset: Int) {
        let block = PcapngCustom(owner: TraceMark.owner, mayBeCopied: true, data: bytes(data))
        let error = #expect(throws: Malformed.self) { _ = try TraceMark(block) }
        #expect(error?.offset == offset)
    }
}
