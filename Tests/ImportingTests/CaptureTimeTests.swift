import Captures
import GATT
import Ground
import Links
import Recordings
import Testing
import Traces

/// The import of captures with a wrong clock, in every format.
@Suite struct CaptureTimeTests {
    enum Format: String, CaseIterable {
        case btsnoop
        case packetLogger
        case pcap
        case pcapng
        case pcapngWithOffset
    }

    private static let second: Int64 = 1_000_000_000
    private static let now: Int64 = 1_700_000_000 * second

    /// Returns a capture with one notification per time, in nanoseconds since 1970.
    private static func capture(_ times: [Int64], _ format: Format) throws -> [UInt8] {
        var script = CaptureScript()
        for _ in times { script.att(CaptureScript.notification, .inbound, limit: 100) }
        for (place, time) in times.enumerated() { script.packets[place].instant = WallInstant(nanoseconds: time) }
        switch format {
        case .btsnoop: return try script.btsnoop
        case .packetLogger:
            return script.packets.flatMap { packet -> [UInt8] in
                let payload: [UInt8] = [0x03] + packet.bytes.dropFirst(5)
                return big(UInt32(payload.count + 8)) + parts(packet).flatMap(big) + payload
            }
        case .pcap:
            var file =
                little(UInt32(0xA1B2_C3D4)) + [2, 0, 4, 0] + [UInt8](repeating: 0, count: 12) + little(UInt32(201))
            for packet in script.packets {
                let length = UInt32(packet.bytes.count)
                file += parts(packet).flatMap(little) + little(length) + little(length) + packet.bytes
            }
            return file
        case .pcapng:
            // In microseconds, as written by programs that convert signed numbers.
            var file = block(0x0A0D_0D0A, little(UInt32(0x1A2B_3C4D)) + [1, 0, 0, 0] + little(UInt64.max))
            file += block(1, little(UInt32(201)) + little(UInt32(0)))
            for packet in script.packets {
                let ticks = UInt64(bitPattern: (packet.instant?.nanoseconds ?? 0) / 1_000)
                let (high, low) = (UInt32(ticks >> 32), UInt32(truncatingIfNeeded: ticks))
                let length = UInt32(packet.bytes.count)
                file += block(
                    6,
                    [UInt32(0), high, low, length, length].flatMap(little) + packet.bytes
                        + [UInt8](repeating: 0, count: (4 - packet.bytes.count % 4) % 4))
            }
            return file
        case .pcapngWithOffset:
            var writer = PcapngWriter()
            var file = writer.section(.init())
            file += writer.interface(
                .bluetoothH4WithDirection, name: "a", offsetSeconds: (times.min() ?? 0) / second - 1)
            for packet in script.packets { writer.append(packet, to: &file) }
            return file
        }
    }

    /// Returns seconds and microseconds, in 32 bits each.
    private static func parts(_ packet: CapturedPacket) -> [UInt32] {
        let time = packet.instant?.nanoseconds ?? 0
        let seconds = time / second - (time % second < 0 ? 1 : 0)
        return [UInt32(truncatingIfNeeded: seconds), UInt32((time - seconds * second) / 1_000)]
    }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(big: value)
        return bytes
    }

    private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { big(value.byteSwapped) }

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let length = little(UInt32(body.count + 12))
        return little(type) + length + body + length
    }

    /// Returns the times of each frame, each adjacent packet, and each packet of the written trace, since the first
    /// one.
    private static func times(_ trace: ImportedTrace) throws -> [[Lapse]] {
        var (frames, packets): ([Instant], [WallInstant]) = ([], [])
        for event in trace.events {
            if case .received(let arrival, _, _) = event { frames.append(arrival.instant) }
            if case .kernel(let packet) = event { packets.append(packet.instant ?? WallInstant(nanoseconds: -1)) }
        }
        var shown: [[WallInstant]] = [[], []]
        for case .packet(let packet) in PcapngReader.read(trace.file).items {
            shown[packet.interface].append(packet.instant ?? WallInstant(nanoseconds: -1))
        }
        let walls = [packets] + shown
        return [frames.map { $0 - (frames.first ?? $0) }] + walls.map { list in list.map { $0 - (list.first ?? $0) } }
    }

    private func expect(_ times: [Int64], _ spans: [Int64], _ format: Format, says parts: String...) throws {
        let trace = try imported(Self.capture(times, format))
        for list in try Self.times(trace) { #expect(list.map(\.nanoseconds) == spans, "\(format): \(trace.remarks)") }
        for part in parts { #expect(trace.says(part), "\(format): \(trace.remarks)") }
    }

    private static let spacing: [Int64] = [0, 20_000_000, 520_000_000, 1_520_000_000]

    @Test("times before 1970 keep their spacing, with a finding about the wrong clock", arguments: Format.allCases)
    func before1970(format: Format) throws {
        try expect(
            Self.spacing.map { $0 - 3_600 * Self.second }, Self.spacing, format,
            says: [.pcap, .packetLogger].contains(format) ? "times after January 2038" : "times before 1970")
    }

    @Test("times that cross 1970 keep their spacing", arguments: Format.allCases)
    func across1970(format: Format) throws {
        try expect(Self.spacing.map { $0 - 200_000_000 }, Self.spacing, format, says: "clock")
    }

    @Test("a clock that goes back by an hour shifts the rest, with a finding", arguments: Format.allCases)
    func stepsBack(format: Format) throws {
        let hour = 3_600 * Self.second
        let times = [0, 20_000_000, 30_000_000 - hour, 530_000_000 - hour, 1_530_000_000 - hour].map { $0 + Self.now }
        // The packet that reveals it gets the time of the previous one.
        try expect(
            times, [0, 20_000_000, 20_000_000, 520_000_000, 1_520_000_000], format, says: "clock goes back by 3599.99 s"
        )
    }

    @Test("packets out of order get the previous packet's time, and shift nothing", arguments: Format.allCases)
    func outOfOrder(format: Format) throws {
        let times: [Int64] = [0, 500_000_000, 400_000_000, 600_000_000, 590_000_000, 900_000_000]
        try expect(
            times.map { $0 + Self.now }, [0, 500_000_000, 500_000_000, 600_000_000, 600_000_000, 900_000_000], format,
            says: "go backwards by less than a second")
    }

    @Test("one packet with another clock shifts nothing", arguments: Format.allCases)
    func stray(format: Format) throws {
        let times = [Self.now, Self.now + Self.second, 5_000, Self.now + 2 * Self.second]
        try expect(
            times, [0, Self.second, Self.second, 2 * Self.second], format, says: "clock goes back by",
            "clock goes forward again")
    }

    @Test("a clock that is set during the capture is reported", arguments: Format.allCases)
    func isSet(format: Format) throws {
        try expect([5_000, Self.now], [0, Self.now - 5_000], format, says: "clock goes forward by")
    }

    @Test("a clock too far from 1970 to be shown keeps its spacing, with a finding")
    func strange() throws {
        var file = try Self.capture([0, 0, 0], .btsnoop)
        let length = (file.count - 16) / 3
        for (place, microseconds) in [7, 20_007, 520_007].enumerated() {
            let start = 16 + place * length + 16
            file.replaceSubrange(start..<start + 8, with: Self.big(UInt64(microseconds)))
        }
        let trace = try imported(file)
        for list in try Self.times(trace) { #expect(list.map(\.nanoseconds) == [0, 20_000_000, 520_000_000]) }
        #expect(trace.says("a time stamp that no clock can show"))
    }

    @Test("packets captured before 1970 are exported byte for byte")
    func exported() throws {
        let file = try Self.capture(Self.spacing.map { $0 - 7_200 * Self.second }, .btsnoop)
        let trace = try imported(file)
        var reader = TraceReader()
        var events: [TraceEvent] = []
        try reader.receive(trace.file[...], into: &events)
        try reader.finish()
        var survey = BtsnoopExport.Survey()
        for event in events { survey.receive(event) }
        var export = survey.export
        #expect(events.reduce(into: export.header) { $0 += export.receive($1) } == file)
    }

    @Test("packets without a time get the previous packet's, and a finding counts them")
    func untimed() throws {
        var file = Self.block(0x0A0D_0D0A, Self.little(UInt32(0x1A2B_3C4D)) + [1, 0, 0, 0] + Self.little(UInt64.max))
        file += Self.block(1, Self.little(UInt32(299)) + Self.little(UInt32(0)))
        let uci: [UInt8] = [0x60, 0x01, 0, 1, 1, 0, 0, 0]
        file += Self.block(3, Self.little(UInt32(5)) + uci)
        let trace = try imported(file)
        #expect(trace.says("stand with the one before them: 1"))
    }
}
