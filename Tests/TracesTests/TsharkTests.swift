import Foundation
import Ground
import TestSupport
import Testing
import Traces

private let tshark = WiresharkProgram.tshark
private let editcap = WiresharkProgram.editcap

/// A folder for one test's files, deleted after the test.
private final class Scratch {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "trammel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let place = folder.appending(path: name)
        try Data(bytes).write(to: place)
        return place.path
    }
}

@Suite("Wireshark's programs read our files") struct TsharkTests {
    /// A run's worth of frames on all three links.
    private static let packets: [CapturedPacket] = {
        let start: Int64 = 1_714_979_289_123_456_789
        let monitor: [(MonitorOpcode, String)] = [
            (.command, "03 0c 00"), (.event, "0e 04 01 03 0c 00"), (.aclOut, "40 00 07 00 03 00 04 00 02 0f 02"),
            (.aclIn, "40 20 07 00 03 00 04 00 03 f7 00"), (.aclIn, "40 20 08 00 04 00 04 00 1b 10 00 07"),
        ]
        var packets = monitor.enumerated().map { index, line in
            let frame = HCIFrame(MonitorRecord(line.0, [UInt8](hex: line.1) ?? []), adapter: 0)
            return CapturedPacket(
                instant: WallInstant(nanoseconds: start + Int64(index) * 1_000_001), linkType: .bluetoothLinuxMonitor,
                direction: frame.direction, bytes: frame.bytes(as: .bluetoothLinuxMonitor) ?? [],
                options: index == 0 ? [PcapngOption(.comment, text: "step 1: connect")] : [])
        }
        let field = ISO14443Frame(.fieldOn)
        packets.append(field.packet(at: WallInstant(nanoseconds: start + 10_000_000), interface: 1))
        let card = ISO14443Frame(.toCardWithoutCRC, [0x30, 4])
        packets.append(card.packet(at: WallInstant(nanoseconds: start + 10_000_001), interface: 1))
        for (index, hex) in ["20 00 00 01 00", "40 00 00 01 00", "60 01 00 01 01"].enumerated() {
            let frame = UCIFrame(index == 0 ? .outbound : .inbound, [UInt8](hex: hex) ?? [])
            packets.append(
                frame.packet(at: WallInstant(nanoseconds: start + 20_000_000 + Int64(index)), interface: 2))
        }
        return packets
    }()

    private static let custom = PcapngCustom(owner: 32_473, mayBeCopied: true, data: [1, 2, 3, 4])

    private static func trace(_ packets: [CapturedPacket], withUWB: Bool) -> [UInt8] {
        var writer = PcapngWriter()
        var file = writer.section(.init(application: "trammel"))
        file += writer.interface(.bluetoothLinuxMonitor, name: "bluetooth")
        file += writer.interface(.iso14443, name: "nfc")
        if withUWB { file += writer.interface(.firaUCI, name: "uwb") }
        for packet in packets { writer.append(packet, to: &file) }
        return file + writer.custom(custom)
    }

    /// Returns time, direction, length and interface of each packet, as both sides see it.
    private static func lines(_ packets: [CapturedPacket]) -> [String] {
        packets.map { packet in
            let direction = packet.direction.map { $0 == .inbound ? "1" : "2" } ?? ""
            let time = packet.instant?.description ?? ""
            // tshark takes the four bytes before a monitor packet for a header that does not belong to the packet.
            let length = packet.bytes.count - (packet.linkType == .bluetoothLinuxMonitor ? 4 : 0)
            return "\(time)|\(direction)|\(length)|\(packet.interface)"
        }
    }

    @Test(
        "tshark sees the same packets, times, directions and comments, and nothing malformed",
        .enabled(if: tshark != nil, "this machine has no tshark"))
    func reads() throws {
        let scratch = try Scratch()
        let path = try scratch.write(Self.trace(Self.packets, withUWB: true), "trace.pcapng")
        let program = try #require(tshark)
        let fields = [
            "frame.time_epoch", "frame.packet_flags_direction", "frame.cap_len", "frame.interface_id",
        ]
        // A custom block is a record without a time.
        let arguments = ["-n", "-r", path, "-Y", "frame.time_epoch", "-T", "fields", "-E", "separator=|"]
        let output = try program.output(arguments + fields.flatMap { ["-e", $0] })
        let seen = output.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { column in
                column.hasPrefix("0x") ? String(UInt32(column.dropFirst(2), radix: 16) ?? 0) : String(column)
            }.joined(separator: "|")
        }
        #expect(seen == Self.lines(Self.packets))
        let comments = try program.output(["-n", "-r", path, "-T", "fields", "-e", "frame.comment"])
        #expect(comments.split(separator: "\n", omittingEmptySubsequences: false).first == "step 1: connect")
        #expect(try program.output(["-n", "-r", path, "-Y", "_ws.malformed"]).isEmpty)
        let names = try program.output(["-n", "-r", path, "-T", "fields", "-e", "frame.interface_name"])
        #expect(Set(names.split(separator: "\n")) == ["bluetooth", "uwb", "nfc"])
        let records = try program.output(["-n", "-r", path])
        #expect(records.split(separator: "\n").count == Self.packets.count + 1)
        #expect(records.contains("(32473), will be copied"))
    }

    /// Without ultra-wideband: before 4.2, Wireshark cannot save a file that has a link type it does not know.
    @Test(
        "A trace rewritten by editcap reads back with the same packets",
        .enabled(if: editcap != nil, "this machine has no editcap"))
    func rewritten() throws {
        let scratch = try Scratch()
        let packets = Self.packets.filter { $0.linkType != .firaUCI }
        let path = try scratch.write(Self.trace(packets, withUWB: false), "trace.pcapng")
        let again = scratch.folder.appending(path: "again.pcapng")
        _ = try #require(editcap).output(["-F", "pcapng", path, again.path])
        let reading = Reading([UInt8](try Data(contentsOf: again)))
        #expect(reading.error == nil && reading.findings.isEmpty)
        #expect(reading.packets.map(\.bytes) == packets.map(\.bytes))
        #expect(Self.lines(reading.packets) == Self.lines(packets))
        #expect(reading.packets.first?.options.texts(.comment) == ["step 1: connect"])
        #expect(reading.blocks.last == .custom(Self.custom))
    }

    @Test(
        "tshark reads our btsnoop in both forms",
        .enabled(if: tshark != nil, "this machine has no tshark"))
    func btsnoop() throws {
        let scratch = try Scratch()
        for form in [BtsnoopWriter.Form.h4, .monitor] {
            let writer = BtsnoopWriter(form)
            var file = writer.header
            let packets = Self.packets.filter { $0.linkType == .bluetoothLinuxMonitor }
            for packet in packets { try writer.append(packet, to: &file) }
            let path = try scratch.write(file, "trace.btsnoop")
            let output = try #require(tshark).output([
                "-n", "-r", path, "-T", "fields", "-e", "frame.time_epoch", "-e", "_ws.col.Info",
            ])
            let lines = output.split(separator: "\n")
            #expect(lines.count == packets.count)
            for (line, packet) in zip(lines, packets) {
                // The format has microseconds.
                let time = packet.instant?.description.dropLast(3) ?? ""
                #expect(line.hasPrefix(time))
                #expect(line.contains(packet.direction == .inbound ? "Rcvd" : "Sent"), "\(line)")
            }
        }
    }
}
