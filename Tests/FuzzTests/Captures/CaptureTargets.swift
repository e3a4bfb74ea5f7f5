import Ground
import Traces
import UWB

/// Captures in all their formats, and the packets in them.
enum CaptureTargets {
    static let all = [
        FuzzTarget("pcapng", seeds: { stories("text2pcap", "pcapng") }, take: { read($0, PcapngReader()) }),
        FuzzTarget("pcap", seeds: { stories("editcap", "pcap ") }, take: { read($0, PcapReader()) }),
        FuzzTarget("btsnoop", seeds: { stories("btsnoop") }, take: { read($0, BtsnoopReader()) }),
        FuzzTarget("packet-logger", seeds: { stories("PacketLogger") }, take: { read($0, PacketLoggerReader()) }),
        FuzzTarget("text-log", seeds: { logs }, take: log),
        FuzzTarget(
            "hci", seeds: { [Choices.input(packets, between: [0]), Choices.input(packets, between: [5])] }, take: hci),
        FuzzTarget("frames", seeds: { Seeds.hex(in: "traces/iso14443.txt") + packets }, take: frames),
        FuzzTarget("mdns", seeds: { Seeds.hex(in: "traces/mdns.txt") }, take: multicast),
    ]

    /// Returns the same story in all formats, selected by the beginnings of their names.
    private static func stories(_ names: String...) -> [[UInt8]] {
        Seeds.lines("traces/same-story.txt").filter { line in names.contains { line.hasPrefix($0) } }.compactMap {
            $0.split(separator: "|").last.flatMap { [UInt8](hex: $0) }
        }
    }

    private static func items(
        _ pieces: [ArraySlice<UInt8>], _ reader: some CaptureReader
    ) -> (items: [CaptureItem], error: CaptureError?) {
        var reader = reader
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            for piece in pieces { try reader.receive(piece, into: &items) }
            try reader.finish()
            return (items, nil)
        } catch { return (items, error) }
    }

    private static func read(_ input: [UInt8], _ reader: some CaptureReader) {
        let (items, error) = items([input[...]], reader)
        if let error {
            must((0...input.count).contains(error.offset) && !error.meaning.isEmpty, "\(error)")
        }
        for case .finding(let finding) in items {
            must(finding.offset.map { (0...input.count).contains($0) } == true, "\(finding) has no place")
        }
        let again = Self.items(pieces(of: input), reader)
        must(again.items == items && again.error == error, "pieces of the file are read otherwise")
        _ = CaptureFormat.detect(input)
    }

    private static var logs: [[UInt8]] {
        [Seeds.file("traces/qorvo-session.txt")]
            + Seeds.texts([
                "SESSION_INFO_NTF: {a=1\n [mac_address=0x0001, status=\"S\", distance[cm]=2]}\n",
                "SESSION_STATUS_NTF: {state=\"INIT\", reason=\"x\"}\r\nok\r\n", "JS0011{\"LSTN\":[49,2B],\"O\":1}\n",
                "[{\"Addr\":\"0x0001\",\"Status\":\"Ok\",\"D_cm\":61}]\n", "FiRa Session Parameters: {\nA: 1,\n}\nok\n",
            ])
    }

    private static func log(_ input: [UInt8]) {
        func items(_ pieces: [ArraySlice<UInt8>]) -> [QorvoLogReader.Item] {
            var (cutter, reader) = (LogLineReader(), QorvoLogReader())
            var (lines, items) = ([LogLine](), [QorvoLogReader.Item]())
            for piece in pieces { cutter.receive(piece, into: &lines) }
            cutter.finish(into: &lines)
            for line in lines { reader.receive(line, into: &items) }
            reader.finish(into: &items)
            return items
        }
        let whole = items([input[...]])
        must(items(pieces(of: input)) == whole, "pieces of the log are read otherwise")
        for item in whole {
            must((0...input.count).contains(item.offset) && item.line >= 1, "\(item) has no place")
        }
    }

    private static let packets = [
        "01 03 0c 00", "04 0e 04 01 03 0c 00", "02 40 00 07 00 03 00 04 00 02 0f 02",
        "04 3e 13 01 00 40 00 00 01 01 02 03 04 05 c6 18 00 00 00 c8 00 00", "04 05 04 00 40 00 13",
        "02 40 20 05 00 09 00 04 00 1b", "02 40 10 03 00 1b 1c 1d", "60 01 00 01 01", "60 01 00 01 00 00 00 01",
    ].map(Seeds.bytes)

    private static func hci(_ input: [UInt8]) {
        var choices = Choices(input)
        var decoder = BluetoothDecoder()
        var events: [CapturedBluetoothEvent] = []
        while !choices.isAtEnd {
            let choice = choices.byte()
            let packet = CapturedPacket(
                instant: nil, linkType: choice & 1 == 1 ? .bluetoothLinuxMonitor : .bluetoothH4,
                direction: choice & 2 == 2 ? .inbound : .outbound, originalLength: choice & 12 == 12 ? 300 : nil,
                bytes: choices.piece(), offset: 0)
            decoder.receive(packet, into: &events)
            for case .hci(let packet) in events.map(\.kind) {
                must((try? HCIPacket(packet.type, packet.payload)) == packet, "an HCI packet changes")
            }
            events.removeAll(keepingCapacity: true)
            must(decoder.connections.count <= BluetoothDecoder.mostConnections, "too many connections")
        }
    }

    private static func frames(_ input: [UInt8]) {
        if let frame = try? UCIFrame(CapturedPacket(instant: nil, linkType: .firaUCI, bytes: input)) {
            let again = try? UCIFrame(frame.packet(at: WallInstant(nanoseconds: 0), interface: 0))
            must(again?.bytes == frame.bytes, "a UCI frame changes")
        }
        if let frame = try? ISO14443Frame(CapturedPacket(instant: nil, linkType: .iso14443, bytes: input)) {
            must(frame.bytes == input, "a tag's frame changes")
        }
    }

    private static func multicast(_ input: [UInt8]) {
        do throws(Malformed) {
            let message = try DNSMessage(decoding: input)
            for name in message.questions.map(\.name) + message.records.map(\.name) {
                must(name.labels.reduce(0) { $0 + $1.count + 1 } < 255, "a name is too long")
            }
        } catch { must((0...input.count).contains(error.offset), "\(error) lies outside") }
        do throws(Malformed) {
            let packet = try UDPPacket(decoding: input)
            must(packet.payload.count + 28 <= input.count, "a packet grows")
        } catch { must((0...input.count).contains(error.offset), "\(error) lies outside") }
    }
}
