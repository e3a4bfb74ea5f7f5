import Ground
import Links
import NDEF
import Recordings
import Testing
import Views

/// Commands to one tag and its answers.
private struct Reader {
    var decoder = MeaningDecoder()

    mutating func find(sak: UInt8) {
        let identity = TagIdentity(uid: [0x04, 1, 2, 3, 4, 5, 6], atqa: 0x0044, sak: sak)
        _ = decoder.meaning(of: Inbound.reader(.tagFound(identity)), at: .start)
    }

    mutating func ask(_ hex: String) -> String {
        decoder.meaning(of: Outbound.reader(.exchange([UInt8](hex: hex) ?? [], within: .zero)), at: .start).text
    }

    mutating func answer(_ hex: String) -> String {
        decoder.meaning(of: Inbound.reader(.response([UInt8](hex: hex) ?? [])), at: .start).text
    }
}

struct TagMeaningTests {
    @Test(
        "commands of a Type 2 tag have their names",
        arguments: [
            ("30 04", "READ page 4"), ("A2 05 01 02 03 04", "WRITE page 5: 01 02 03 04"), ("60", "GET_VERSION"),
            ("3A 04 08", "FAST_READ pages 4 to 8"), ("C2 FF", "SECTOR_SELECT"),
            ("01 00 00 00", "SECTOR_SELECT sector 1"),
            ("3C 00", "READ_SIG"), ("39 02", "READ_CNT 2"), ("1B 01 02 03 04", "PWD_AUTH"), ("50 00", "HALT"),
            ("30", "unknown command 30"), ("", "unknown command no bytes"),
        ])
    func type2(hex: String, text: String) {
        var reader = Reader()
        reader.find(sak: 0x00)
        #expect(reader.ask(hex) == text)
    }

    @Test(
        "commands of a Type 4 tag have their names",
        arguments: [
            ("00 A4 04 00 07 D2 76 00 00 85 01 01 00", "SELECT application NDEF"),
            ("00 A4 00 0C 02 E1 03", "SELECT file 0xe103 (CC)"), ("00 A4 00 0C 02 E1 04", "SELECT file 0xe104"),
            ("00 B0 00 02 3B", "READ BINARY 59 bytes from 2"), ("00 B0 00 00 00", "READ BINARY 256 bytes from 0"),
            ("00 B1 00 00 05 54 03 01 00 00 10", "READ BINARY 16 bytes from 65536"),
            ("00 D6 00 02 02 AA BB", "UPDATE BINARY 2 bytes from 2: aa bb"),
            ("00 C0 00 00 10", "GET RESPONSE 16 bytes"),
            ("00 A4 04 00 07 D2", "instruction 0xa4: 00 a4 04 00 07 d2"),
            ("90 60 00 00", "unknown command 90 60 00 00"),
        ])
    func type4(hex: String, text: String) {
        var reader = Reader()
        reader.find(sak: 0x20)
        #expect(reader.ask(hex) == text)
        var stranger = Reader()
        if hex.hasPrefix("00") { #expect(stranger.ask(hex) == text, "and without the tag's own word") }
    }

    @Test("the answer that completes a Type 2 tag's message says what the message is")
    func type2Message() {
        var reader = Reader()
        reader.find(sak: 0x00)
        // nfc.md 3.5, rows 13 to 16: a URI record, https://www.example.com/acc?id=4i.
        _ = reader.ask("30 03")
        #expect(reader.answer("e1 10 12 00 01 03 a0 0c 34 03 1a d1 01 16 55 04").hasPrefix("pages 3 to 6: e1 10"))
        _ = reader.ask("30 07")
        let whole = "65 78 61 6d 70 6c 65 2e 63 6f 6d 2f 61 63 63 3f"
        _ = reader.answer(whole)
        _ = reader.ask("30 0B")
        let text = reader.answer("69 64 3d 34 32 fe 00 00 00 00 00 00 00 00 00 00")
        #expect(text.contains("which completes NDEF: "), "\(text)")
        #expect(text.contains("https://example.com/acc?id=42"), "\(text)")
    }

    @Test("the answer that completes a Type 4 tag's file says what the message is")
    func type4Message() throws {
        var reader = Reader()
        reader.find(sak: 0x20)
        let message = try NDEFMessage(checking: [.link("https://example.com/door")]).encoded
        _ = reader.ask("00 A4 00 0C 02 E1 04")
        #expect(reader.answer("90 00") == "success")
        _ = reader.ask("00 B0 00 00 3B")
        let text = reader.answer(([0x00, UInt8(message.count)] + message + [0x90, 0x00]).hex)
        #expect(text.contains("which completes NDEF: ") && text.contains("https://example.com/door"), "\(text)")
        _ = reader.ask("00 B0 00 00 3B")
        #expect(reader.answer("6A 82") == "status 6a82 (file or application not found)")
    }

    @Test("four bits that are no acknowledgement are a refusal")
    func refusal() {
        var reader = Reader()
        reader.find(sak: 0x00)
        _ = reader.ask("A2 05 01 02 03 04")
        #expect(reader.answer("0A") == "acknowledged")
        _ = reader.ask("A2 05 01 02 03 04")
        #expect(reader.answer("00") == "refused (NAK 0x00)")
    }
}
