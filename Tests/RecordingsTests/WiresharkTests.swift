import Foundation
import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("A trace in Wireshark") struct WiresharkTests {
    static let tshark = WiresharkProgram.tshark
    static let editcap = WiresharkProgram.editcap

    /// A file with every event.
    private static let file = Samples.blocks().flatMap { $0 }

    private static func withFile<Result>(_ bytes: [UInt8], _ body: (URL) throws -> Result) throws -> Result {
        let place = FileManager.default.temporaryDirectory.appending(path: "trammel-\(UUID().uuidString).pcapng")
        try Data(bytes).write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        return try body(place)
    }

    @Test(
        "count, time stamps and directions are ours, and no Bluetooth packet is malformed",
        .enabled(if: tshark != nil, "tshark is not installed"))
    func reading() throws {
        let tshark = try #require(Self.tshark)
        let packets = PcapngReader.read(Self.file).items.compactMap { item -> CapturedPacket? in
            if case .packet(let packet) = item { packet } else { nil }
        }
        let table = try Self.withFile(Self.file) { place in
            try tshark.output(
                [
                    "-n", "-r", place.path, "-Y", "frame.time_epoch", "-T", "fields", "-e", "frame.time_epoch", "-e",
                    "frame.packet_flags_direction", "-e", "frame.cap_len", "-e", "_ws.malformed",
                ])
        }
        let rows = table.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(rows.count == packets.count && packets.count > 20)
        for (row, packet) in zip(rows, packets) {
            try #require(row.count == 4)
            #expect(row[0] == packet.instant?.description)
            let direction = packet.direction.map { $0 == .inbound ? 1 : 2 } ?? 0
            #expect(
                row[1].isEmpty ? direction == 0 : Int(row[1].dropFirst(row[1].hasPrefix("0x") ? 2 : 0)) == direction)
            // Wireshark does not count the header of link types 201 and 254 as part of the packet.
            let isBluetooth = [LinkType.bluetoothH4WithDirection, .bluetoothLinuxMonitor].contains(packet.linkType)
            #expect(row[2] == "\(packet.bytes.count - (isBluetooth ? 4 : 0))")
            if packet.linkType == .bluetoothH4WithDirection, packet.bytes.count > 14 { #expect(row[3].isEmpty) }
        }
    }

    @Test("a trace rewritten by editcap is the same run", .enabled(if: editcap != nil, "editcap is not installed"))
    func rewriting() throws {
        let editcap = try #require(Self.editcap)
        // editcap 4 does not write files with a UCI interface, whose link type it does not know.
        var header = Samples.header
        header.hasKit = false
        let events = [.began(header)] + Samples.numbered(9).dropFirst()
        let again = try Self.withFile(Samples.blocks(of: events).flatMap { $0 }) { place in
            let copy = place.path + ".copy"
            defer { try? FileManager.default.removeItem(atPath: copy) }
            _ = try editcap.output([place.path, copy])
            return try Data(contentsOf: URL(filePath: copy))
        }
        let reading = TraceReader.read(Array(again))
        #expect(reading.error == nil && reading.events == events, "\(reading)")
    }
}
