import Ground
import TestSupport
import Testing
import Traces

@Suite("Damaged pcap, btsnoop and PacketLogger files") struct ClassicDamageTests {
    private static let pcapHeader = "d4c3b2a1 0200 0400 00000000 00000000 00000400 bb000000"
    private static let btsnoopHeader = "6274736e6f6f7000 00000001 000003ea"

    private func read(_ hex: String, _ reader: any CaptureReader) -> Reading {
        let file = bytes(hex)
        let whole = Reading([file], with: reader)
        for pieces in feedings(of: file) { #expect(Reading(pieces, with: reader) == whole) }
        return whole
    }

    @Test(
        "A pcap file that is not one, or lies, is refused with the place",
        arguments: [
            ("00000000 0200 0400 00000000 00000000 00000400 bb000000", 0, .unsupported),
            ("d4c3b2a1 0300 0400 00000000 00000000 00000400 bb000000", 4, .unsupported),
            (pcapHeader + "00000000 00000000 ffffffff ffffffff", 32, .damaged),
            (pcapHeader + "00000000 00000000 00000000", 24, .truncated),
            (pcapHeader + "00000000 00000000 04000000 04000000 010203", 24, .truncated),
        ] as [(String, Int, CaptureError.Kind)])
    func pcap(file: String, offset: Int, kind: CaptureError.Kind) {
        let reading = read(file, PcapReader())
        #expect(reading.error?.offset == offset && reading.error?.kind == kind)
    }

    @Test("A pcap file's doubtful records are findings: time back, a fraction too large, more captured than there was")
    func pcapFindings() {
        let records = "05000000 00000000 01000000 02000000 01" + "04000000 40420f00 02000000 01000000 01 02"
        let reading = read(Self.pcapHeader + records, PcapReader())
        #expect(reading.error == nil)
        #expect(reading.packets.map(\.isSnapped) == [true, false])
        #expect(reading.findings.map(\.offset) == [45, 49])
        #expect(reading.packets.map(\.instant?.nanoseconds) == [5_000_000_000, 5_000_000_000])
        let back = read(
            Self.pcapHeader + "05000000 00000000 00000000 00000000" + "04000000 00000000 00000000 00000000",
            PcapReader())
        #expect(back.findings.map(\.meaning) == ["time goes back by 1.00 s"])
    }

    @Test("The time zone in a pcap header counts for nothing") func zone() {
        let header = "d4c3b2a1 0200 0400 00626c65 00000000 00000400 00010000"
        let reading = read(header + "05000000 06000000 00000000 00000000", PcapReader())
        #expect(reading.packets.map(\.instant?.nanoseconds) == [5_000_006_000])
    }

    @Test(
        "A btsnoop file that is not one, or lies, is refused with the place",
        arguments: [
            ("6274736e6f6f7001 00000001 000003ea", 0, .unsupported),
            ("6274736e6f6f7000 00000002 000003ea", 8, .unsupported),
            ("6274736e6f6f7000 00000001 000003eb", 12, .unsupported),
            (btsnoopHeader + "00000001 ffffffff 00000000 00000000 0000000000000000", 20, .damaged),
            (btsnoopHeader + "00000002 00000002 00000000 00000000 00dcddb30f2f8000 01", 16, .truncated),
        ] as [(String, Int, CaptureError.Kind)])
    func btsnoop(file: String, offset: Int, kind: CaptureError.Kind) {
        let reading = read(file, BtsnoopReader())
        #expect(reading.error?.offset == offset && reading.error?.kind == kind)
    }

    @Test("A btsnoop file's losses, cut packets and impossible times are seen") func btsnoopFindings() {
        let records =
            "00000009 00000004 00000001 00000000 00dcddb30f2f8000 04 0e 04 01"
            + "00000001 00000001 00000000 00000003 00dcddb30f2f8001 01"
            + "00000001 00000001 00000000 00000003 8000000000000000 01"
            + "00000001 00000001 00000000 00000003 8000000000000007 01"
        let reading = read(Self.btsnoopHeader + records, BtsnoopReader())
        #expect(reading.error == nil)
        #expect(reading.packets.map(\.isSnapped) == [true, false, false, false])
        #expect(reading.packets.map(\.originalLength) == [9, 1, 1, 1])
        // Time stamps that no clock can show continue from the last valid one.
        #expect(reading.packets.map(\.instant?.nanoseconds) == [0, 1_000, 1_000, 8_000])
        #expect(
            reading.findings.map(\.meaning) == [
                "3 packets were lost before this one", "a time stamp that no clock can show",
                "a time stamp that no clock can show",
            ])
    }

    @Test(
        "A PacketLogger file that lies is refused with the place",
        arguments: [
            ("00000008 00000000 00000000", 0, .damaged), ("7fffffff 00000000 00000000 00", 0, .damaged),
            ("0000000a 00000000 00000000 00", 0, .truncated),
            ("0000000a 00000000 00000000 00 01 0000", 14, .truncated),
        ] as [(String, Int, CaptureError.Kind)])
    func packetLogger(file: String, offset: Int, kind: CaptureError.Kind) {
        let reading = read(file, PacketLoggerReader())
        #expect(reading.error?.offset == offset && reading.error?.kind == kind)
    }

    @Test("PacketLogger's notes are kept with their kind and text") func notes() {
        let reading = read(
            "0000000c 00000001 00000002 fc 486900" + "0000000a 00000001 00000003 0a 01", PacketLoggerReader())
        #expect(reading.notes.map(\.kind) == [0xFC, 0x0A])
        #expect(reading.notes.first?.bytes.starts(with: "Hi".utf8) == true)
        #expect(reading.notes.map(\.instant?.nanoseconds) == [1_000_002_000, 1_000_003_000])
        #expect(reading.packets.isEmpty && reading.error == nil)
    }

    @Test(
        "A file that is no capture is refused with the reason",
        arguments: [
            ("", "the file is empty"), ("1f8b0800", "compressed with gzip: unpack it first"),
            ("504b0304", "a ZIP archive, such as a bug report: unpack it first"),
            ("34cdb2a1", "Kuznetzov's variant of pcap"),
            ("00000000 0000 0100 52", "the first bytes begin no capture format that is read here"),
        ])
    func refused(file: String, reason: String) {
        #expect(CaptureFormat.detect(bytes(file)) == .refused(reason))
        #expect(CaptureFormat.detect(bytes("7b22612220")) == .text)
    }
}
