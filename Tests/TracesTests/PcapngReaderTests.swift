import Ground
import TestSupport
import Testing
import Traces

@Suite("Reading pcapng") struct PcapngReaderTests {
    /// Returns a file with every kind of block.
    private static func everything(_ order: ByteOrder) -> [UInt8] {
        var blocks = Blocks(order)
        blocks.section(options: blocks.option(4, Array("a program".utf8)) + blocks.option(0, []))
        blocks.interface(
            .iso14443, snap: 6,
            options: blocks.option(2, Array("reader".utf8)) + blocks.option(9, [3])
                + blocks.option(14, blocks.number(Int64(100))) + blocks.option(7, [9, 9]) + blocks.option(0, []))
        blocks.interface(.firaUCI, options: blocks.option(9, [0x80 | 10]) + blocks.option(0, []))
        blocks.packet(
            [1, 2, 3, 4, 5], ticks: 1_500, original: 9,
            options: blocks.option(2, blocks.number(UInt32(1))) + blocks.option(1, Array("first".utf8))
                + blocks.option(1, Array("second".utf8)) + blocks.option(0x1234, [7]) + blocks.option(0, []))
        // The obsolete packet block, of the second interface, with three lost packets.
        blocks.block(
            2,
            blocks.number(UInt16(1)) + blocks.number(UInt16(3)) + blocks.number(UInt32(0)) + blocks.number(UInt32(512))
                + blocks.number(UInt32(3)) + blocks.number(UInt32(3)) + [6, 7, 8, 0])
        // The simple packet block: the captured length is limited by the interface.
        blocks.block(3, blocks.number(UInt32(8)) + [1, 2, 3, 4, 5, 6, 0, 0])
        blocks.block(
            4,
            blocks.number(UInt16(1)) + blocks.number(UInt16(7)) + [127, 0, 0, 1] + Array("me\0".utf8) + [0]
                + blocks.number(UInt32(0)) + blocks.option(1, Array("names".utf8)))
        blocks.block(
            5, blocks.number(UInt32(0)) + blocks.number(UInt32(0)) + blocks.number(UInt32(2_000)) + blocks.option(0, [])
        )
        blocks.block(0x0000_0BAD, blocks.number(UInt32(32_473)) + [1, 2, 3, 4])
        blocks.block(0x4000_0BAD, blocks.number(UInt32(7)) + [5, 6, 7, 8])
        blocks.block(0x0000_9999, [1, 1, 2, 3])
        return blocks.file
    }

    @Test("All kinds of block are read in both byte orders", arguments: [ByteOrder.little, .big])
    func blocks(order: ByteOrder) throws {
        let reading = Reading(Self.everything(order))
        #expect(reading.error == nil)
        #expect(reading.findings.isEmpty)
        guard reading.blocks.count == 8, reading.packets.count == 3 else {
            Issue.record("\(reading)")
            return
        }
        guard case .section(let section) = reading.blocks[0], case .interface(let first) = reading.blocks[1],
            case .interface(let second) = reading.blocks[2], case .names(let names) = reading.blocks[3],
            case .statistics(let statistics) = reading.blocks[4]
        else {
            Issue.record("\(reading.blocks)")
            return
        }
        #expect(section.order == order && section.major == 1 && section.minor == 0 && section.length == nil)
        #expect(section.options.texts(.application) == ["a program"])
        #expect(first.number == 0 && first.linkType == .iso14443 && first.name == "reader" && first.snapLength == 6)
        #expect(first.offsetSeconds == 100 && first.resolution.rawValue == 3)
        #expect(first.options.contains(PcapngOption(.init(rawValue: 7), [9, 9])))
        #expect(second.number == 1 && second.linkType == .firaUCI && second.snapLength == nil && second.name == nil)
        #expect(names.records.map(\.type) == [1])
        #expect(names.records.first?.value == [127, 0, 0, 1] + Array("me\0".utf8))
        #expect(names.options.texts(.comment) == ["names"])
        #expect(statistics.interface == 0 && statistics.instant?.nanoseconds == 102_000_000_000)
        #expect(reading.blocks[5] == .custom(PcapngCustom(owner: 32_473, mayBeCopied: true, data: [1, 2, 3, 4])))
        #expect(reading.blocks[6] == .custom(PcapngCustom(owner: 7, mayBeCopied: false, data: [5, 6, 7, 8])))
        #expect(reading.blocks[7] == .unknown(type: 0x9999, body: [1, 1, 2, 3]))
    }

    @Test("All kinds of packet are read in both byte orders", arguments: [ByteOrder.little, .big])
    func packets(order: ByteOrder) throws {
        let packets = Reading(Self.everything(order)).packets
        guard packets.count == 3 else {
            Issue.record("\(packets)")
            return
        }
        #expect(packets[0].bytes == [1, 2, 3, 4, 5] && packets[0].originalLength == 9 && packets[0].isSnapped)
        #expect(packets[0].instant?.nanoseconds == 101_500_000_000)
        #expect(packets[0].direction == .inbound && packets[0].options.texts(.comment) == ["first", "second"])
        #expect(packets[0].options.last == PcapngOption(.init(rawValue: 0x1234), [7]))
        #expect(packets[1].bytes == [6, 7, 8] && packets[1].interface == 1 && packets[1].linkType == .firaUCI)
        #expect(packets[1].instant?.nanoseconds == 500_000_000 && packets[1].direction == nil)
        #expect(packets[2].bytes == [1, 2, 3, 4, 5, 6] && packets[2].originalLength == 8 && packets[2].instant == nil)
        #expect(packets[2].linkType == .iso14443 && packets[2].isSnapped)
    }

    @Test("A second section may have the other byte order, and counts its interfaces from 0 again")
    func sections() {
        var other = Blocks(.big)
        other.section()
        other.interface(.bluetoothH4)
        other.packet([1, 2])
        let reading = Reading(Self.everything(.little) + other.file)
        #expect(reading.error == nil)
        #expect(reading.packets.last?.interface == 2)
        #expect(reading.packets.last?.linkType == .bluetoothH4)
        for pieces in feedings(of: Self.everything(.little) + other.file) {
            #expect(Reading(pieces, with: PcapngReader()) == reading)
        }
    }

    @Test("Time that goes back is a finding, for each interface separately")
    func backwards() {
        var blocks = Blocks()
        blocks.section()
        blocks.interface()
        blocks.interface()
        for (ticks, interface) in [(5, 0), (3, 1), (4, 0), (5, 0), (3, 1)] as [(UInt64, UInt32)] {
            blocks.packet([0], ticks: ticks, interface: interface)
        }
        let reading = Reading(blocks.file)
        #expect(reading.packets.count == 5)
        #expect(reading.findings.map(\.meaning) == ["time goes back by 1.0 us"])
        #expect(reading.findings.first?.offset == reading.packets[2].offset)
    }

    @Test("Options that do not fit are a finding, and the packet stays")
    func badOptions() {
        var blocks = Blocks()
        blocks.section()
        blocks.interface()
        let place = blocks.file.count + 28 + 4
        blocks.packet([1, 2, 3, 4], options: blocks.number(UInt16(1)) + blocks.number(UInt16(500)))
        blocks.packet([5])
        let reading = Reading(blocks.file)
        #expect(reading.error == nil)
        #expect(reading.packets.map(\.bytes) == [[1, 2, 3, 4], [5]])
        #expect(reading.findings.map(\.weight) == [.fault])
        #expect(reading.findings.first?.offset == place + 4)
    }

    @Test("pica's four zeros after a packet are read as the end of its options")
    func picaPadding() {
        var blocks = Blocks()
        blocks.section()
        blocks.interface(.usbLowSpeed)
        blocks.packet([0x20, 0, 0, 0], options: [0, 0, 0, 0])
        let reading = Reading(blocks.file)
        #expect(reading.packets.count == 1 && reading.findings.isEmpty && reading.error == nil)
    }

    @Test("A time beyond the range of `Instant` leaves the packet without one")
    func impossibleTime() {
        var blocks = Blocks()
        blocks.section()
        blocks.interface(options: blocks.option(9, [0]))
        blocks.packet([1], ticks: UInt64(Int64.max))
        let reading = Reading(blocks.file)
        #expect(reading.packets.map(\.instant) == [nil])
        #expect(reading.findings.map(\.weight) == [.fault])
    }
}

@Suite("Units of time in pcapng") struct TimeResolutionTests {
    @Test(
        "A count of a unit becomes nanoseconds",
        arguments: [
            (6, 1_000_001, 1_000_001_000), (9, 7, 7), (3, 5, 5_000_000), (0, 2, 2_000_000_000), (12, 1_999, 1),
            (0x80, 3, 3_000_000_000), (0x80 | 1, 3, 1_500_000_000), (0x80 | 30, 1 << 30, 1_000_000_000),
            (0x80 | 63, 1 << 62, 500_000_000), (0x80 | 64, 1 << 62, 250_000_000), (127, 1, 0), (255, 1 << 62, 0),
        ] as [(UInt8, UInt64, Int64)])
    func units(resolution: UInt8, ticks: UInt64, nanoseconds: Int64) {
        #expect(TimeResolution(rawValue: resolution).instant(ticks: ticks)?.nanoseconds == nanoseconds)
    }

    @Test("A time out of range is nil", arguments: [0, 6, 9, 0x80, 0x81] as [UInt8])
    func overflow(resolution: UInt8) {
        let isExact = resolution == 9
        #expect(TimeResolution(rawValue: resolution).instant(ticks: UInt64(1) << 63) == nil)
        #expect((TimeResolution(rawValue: resolution).instant(ticks: UInt64(Int64.max)) == nil) == !isExact)
    }

    @Test(
        "A count that no clock can show is one from before 1970, as programs write it",
        arguments: [(0, -1_000_000_000), (6, -1_000), (9, -1), (0x81, -500_000_000)] as [(UInt8, Int64)])
    func negative(resolution: UInt8, nanoseconds: Int64) {
        #expect(TimeResolution(rawValue: resolution).instant(ticks: .max)?.nanoseconds == nanoseconds)
        // Wherever the unsigned count is possible, it is used.
        #expect(TimeResolution(rawValue: 12).instant(ticks: .max)?.nanoseconds == 18_446_744_073_709_551)
    }

    @Test("Offsets are added, and nothing overflows")
    func offsets() {
        #expect(TimeResolution.nanoseconds.instant(ticks: 5, offsetSeconds: -1)?.nanoseconds == -999_999_995)
        #expect(TimeResolution.nanoseconds.instant(ticks: 5, offsetSeconds: .min) == nil)
        #expect(WallInstant(nanoseconds: -1_500_000_000).description == "-1.500000000")
    }
}
