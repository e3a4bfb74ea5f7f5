import Ground
import TestSupport
import Testing
import Traces
import UWB

@Suite("Capture readers against hostile files") struct HostileFileTests {
    /// The results of reading the mutated files.
    private struct Tally {
        var whole = 0
        var packets = 0
        var misplaced = 0
        var silent = 0
        var unequal = 0
    }

    /// Reads 100,000 mutated files; every fifth one also in pieces of three bytes.
    private func attack(_ seeds: [[UInt8]], _ reader: any CaptureReader, number: UInt64) -> Tally {
        var mutator = Mutator(seeds: seeds, number: number)
        var tally = Tally()
        for round in 0..<100_000 {
            let file = mutator.next(limit: 240)
            let reading = Reading([file], with: reader)
            tally.packets += reading.packets.count
            if let error = reading.error {
                if error.offset < 0 || error.offset > file.count { tally.misplaced += 1 }
                if error.meaning.isEmpty { tally.silent += 1 }
            } else {
                tally.whole += 1
            }
            for case .finding(let finding) in reading.items {
                let isInside = finding.offset.map { (0...file.count).contains($0) }
                if isInside != true { tally.misplaced += 1 }
            }
            guard round % 50 == 0 else { continue }
            let pieces = stride(from: 0, to: file.count, by: 3).map { Array(file[$0..<min($0 + 3, file.count)]) }
            if Reading(pieces, with: reader) != reading { tally.unequal += 1 }
        }
        return tally
    }

    private func check(_ tally: Tally) {
        #expect(tally.misplaced == 0 && tally.silent == 0 && tally.unequal == 0)
        #expect(tally.packets > 20_000)
        #expect(tally.whole > 1_000)
    }

    /// Returns the files of `same-story.txt` with one of these name prefixes, cut after two packets each.
    private func seeds(_ names: String...) throws -> [[UInt8]] {
        try StoryFile.all().filter { story in names.contains { story.name.hasPrefix($0) } }.map { story in
            let packets = Reading(story.file).packets
            return Array(story.file[..<packets[2].offset])
        }
    }

    @Test("pcapng: every file is read to its end or to a named place") func pcapng() throws {
        var blocks = Blocks(.big)
        blocks.section()
        blocks.interface(options: blocks.option(9, [9]) + blocks.option(14, [0, 0, 0, 0, 0, 0, 0, 1]))
        blocks.block(3, [0, 0, 0, 2, 1, 2, 0, 0])
        blocks.block(5, [UInt8](repeating: 0, count: 12))
        blocks.block(4, [0, 1, 0, 2, 5, 6, 0, 0, 0, 0, 0, 0])
        blocks.block(0xBAD, [0, 0, 0x7E, 0xD9, 1, 2, 3, 4])
        check(attack(try seeds("text2pcap", "pcapng big") + [blocks.file], PcapngReader(), number: 11))
    }

    @Test("pcap: every file is read to its end or to a named place") func pcap() throws {
        check(attack(try seeds("editcap", "pcap "), PcapReader(), number: 12))
    }

    @Test("btsnoop: every file is read to its end or to a named place") func btsnoop() throws {
        check(attack(try seeds("btsnoop"), BtsnoopReader(), number: 13))
    }

    @Test("PacketLogger: every file is read to its end or to a named place") func packetLogger() throws {
        check(attack(try seeds("PacketLogger"), PacketLoggerReader(), number: 14))
    }

    @Test("Qorvo's text: every log is read, and every finding has its place") func qorvo() {
        let seeds = [
            "SESSION_INFO_NTF: {a=1\n [mac_address=0x0001, status=\"S\", distance[cm]=2]}\n",
            "SESSION_STATUS_NTF: {state=\"INIT\", reason=\"x\"}\r\nok\r\n", "JS0011{\"LSTN\":[49,2B],\"O\":1}\n",
            "[{\"Addr\":\"0x0001\",\"Status\":\"Ok\",\"D_cm\":61}]\n", "FiRa Session Parameters: {\nA: 1,\n}\nok\n",
        ].map { Array($0.utf8) }
        var mutator = Mutator(seeds: seeds, number: 15)
        var entries = 0
        var rounds = 0
        var misplaced = 0
        for _ in 0..<100_000 {
            let log = mutator.next(limit: 80)
            for item in QorvoLogReader.items(in: [log]) {
                switch item.content {
                case .entry(.round): rounds += 1
                case .entry: entries += 1
                case .finding(let finding): if finding.offset == nil { misplaced += 1 }
                }
                if item.offset < 0 || item.offset > log.count || item.line < 1 { misplaced += 1 }
            }
        }
        #expect(misplaced == 0)
        #expect(rounds > 5_000 && entries > 50_000)
    }
}

@Suite("Layers against hostile packets") struct HostilePacketTests {
    @Test("Bluetooth: any sequence of packets is decoded, and what decodes is written the same") func bluetooth() throws
    {
        let h4 = try StoryPacket.all().map(\.h4)
        let seeds =
            h4 + [
                bytes("04 3e 13 01 00 40 00 00 01 01 02 03 04 05 c6 18 00 00 00 c8 00 00"),
                bytes("04 05 04 00 40 00 13"), bytes("02 40 20 05 00 09 00 04 00 1b"), bytes("02 40 10 03 00 1b 1c 1d"),
            ]
        var mutator = Mutator(seeds: seeds, number: 16)
        var decoder = BluetoothDecoder()
        var events: [CapturedBluetoothEvent] = []
        var att = 0
        var connections = 0
        var changed = 0
        for round in 0..<100_000 {
            let packet = CapturedPacket(
                instant: nil, linkType: round % 3 == 0 ? .bluetoothLinuxMonitor : .bluetoothH4,
                direction: round % 2 == 0 ? .inbound : .outbound, originalLength: round % 7 == 0 ? 300 : nil,
                bytes: mutator.next(limit: 60), offset: round)
            decoder.receive(packet, into: &events)
            for event in events {
                switch event.kind {
                case .att: att += 1
                case .connected: connections += 1
                case .hci(let packet):
                    if try HCIPacket(packet.type, packet.payload) != packet { changed += 1 }
                default: break
                }
            }
            events.removeAll(keepingCapacity: true)
        }
        #expect(att > 1_000)
        #expect(connections > 100)
        #expect(changed == 0)
        #expect(decoder.connections.count <= BluetoothDecoder.mostConnections)
    }

    @Test("UCI and ISO 14443: a decoded frame is written as it was read") func frames() {
        let seeds = [bytes("60 01 00 01 01"), bytes("60 01 00 01 00 00 00 01"), bytes("00 fe 00 02 30 04")]
        var mutator = Mutator(seeds: seeds, number: 17)
        var good = 0
        var changed = 0
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 40)
            let uci = CapturedPacket(instant: nil, linkType: .firaUCI, bytes: input)
            if let frame = try? UCIFrame(uci) {
                good += 1
                let again = try? UCIFrame(frame.packet(at: WallInstant(nanoseconds: 0), interface: 0))
                if again?.bytes != frame.bytes { changed += 1 }
            }
            let card = CapturedPacket(instant: nil, linkType: .iso14443, bytes: input)
            if let frame = try? ISO14443Frame(card) {
                good += 1
                if frame.bytes != input { changed += 1 }
            }
        }
        #expect(good > 5_000 && changed == 0)
    }
}
