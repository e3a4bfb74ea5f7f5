import Ground
import NDEF
import TestSupport
import Testing

@Suite struct RecordMeaningTests {
    private func handover(_ type: String, version: UInt8 = 0x13) -> NDEFRecord {
        let carriers = NDEFMessage([.wellKnown("ac", payload: [1, 1, 0x30, 0]), .wellKnown("cr", payload: [0, 1])])
        return .wellKnown(type, payload: [version] + carriers.encoded)
    }

    @Test("every kind of record that the sheet names says what it is in one line")
    func everyKindOfRecordSaysWhatItIs() throws {
        let cases: [(NDEFRecord, String)] = [
            (try .link("https://example.com/a"), "URI https://example.com/a"),
            (.wellKnown("U", payload: [0x24, 0x61]), "URI record without a usable URI: the prefix code 0x24"),
            (try .text("Tür", language: "de-CH", encoding: .utf16), "text (de-CH, UTF-16) Tür"),
            (.wellKnown("T", payload: [0x3F]), "malformed record T: byte 1"),
            (
                try .smartPoster(
                    uri: "https://example.com", titles: [TextRecord("Door")], action: .save, size: 9,
                    mediaType: "text/html", icons: [.media("image/png", payload: [1, 2])]),
                "Smart Poster of URI https://example.com; text (en) Door; action save it; 9 bytes behind the URI; "
                    + "of type text/html; icon image/png, 2 bytes"
            ),
            (.wellKnown("Sp", payload: []), "malformed record Sp: byte 0"),
            (try .data(ofType: "text/vCard", [1, 2, 3]), "media text/vcard, 3 bytes"),
            (NDEFRecord(.absoluteURI, type: Array("https://a.b/c".utf8)), "absolute URI as a type: https://a.b/c"),
            (try .androidApplication("com.example.app"), "Android application com.example.app"),
            (try .external(domain: "Example.com", type: "T", [1]), "external record example.com:t, 1 bytes"),
            (.external("nocolon", payload: []), "external record nocolon:, 0 bytes"), (.empty, "empty record"),
            (handover("Hs"), "handover select 1.3, 1 alternatives"),
            (handover("Hr", version: 0x12), "handover request 1.2, 1 alternatives"),
            (.wellKnown("Hc", payload: [1]), "handover carrier"),
            (.wellKnown("Hs", payload: [0x13]), "handover select 1.3, 0 alternatives"),
            (.wellKnown("Hs", payload: []), "malformed record Hs: byte 0"),
            (.wellKnown("Hs", payload: [0x13, 0xD1]), "malformed record Hs: byte 2"),
            (.wellKnown("Sig", payload: [1, 2]), "signature, 2 bytes"),
            (.wellKnown("act", payload: [0]), "NFC Forum well-known record act, 1 bytes"),
            (NDEFRecord(.wellKnown, type: [0xFF], payload: []), "NFC Forum well-known record ff, 0 bytes"),
            (NDEFRecord(.unknown, type: [], payload: [1, 2]), "record of unknown type, 2 bytes"),
        ]
        for (record, line) in cases {
            #expect(record.description.hasPrefix(line), "\(record)")
            let again = try NDEFMessage(decoding: NDEFMessage([record]).encoded)
            #expect(again.records == [record], "\(line)")
        }
    }

    @Test("a doubtful record is a finding with the byte where the record begins")
    func doubtfulRecordsAreFindings() throws {
        let link = try NDEFRecord.link("https://example.com/1")
        let cases: [([NDEFRecord], String, Int?)] = [
            ([.wellKnown("U", payload: [0x68, 0x74])], "reserved", 0),
            ([link, try .link("https://example.com/2")], "is not the first", 18),
            ([link, try .text("a", language: "e!")], "language tag \"e!\"", 18),
            ([link, try .text("a", language: "")], "language tag", 18),
            ([NDEFRecord(.absoluteURI, type: [0x61])], "no link", 0),
            ([try .androidApplication("a.b"), link], "not the message's last", 0),
            ([.wellKnown("T", payload: bytes("42 656e 61")), link], "reserved bit", 0),
            ([try .smartPoster(uri: "https://a.b", titles: [TextRecord("a"), TextRecord("b")])], "two titles", 0),
            ([.external("nocolon", payload: []), link], "no colon", 0),
            ([.wellKnown("T", payload: []), link], "malformed", 0), ([.wellKnown("x", payload: [])], "not known", 0),
            ([try .smartPoster(uri: "https://a.b")], "only inside a Smart Poster", nil),
            ([.wellKnown("Sp", payload: NDEFMessage([link, .wellKnown("T", payload: [9])]).encoded)], "Poster", 0),
        ]
        for (records, words, offset) in cases {
            let message = NDEFMessage(records)
            let found = message.review.filter { $0.meaning.contains(words) }
            #expect(!found.isEmpty, "\(words): \(message.review)")
            #expect(found.contains { $0.offset == offset }, "\(words): \(found)")
            let read = try NDEFMessage(decoding: message.encoded)
            #expect(read.review == message.review, "\(words)")
        }
        let clean = NDEFMessage([link, try .text("a", language: "de-CH"), try .androidApplication("a.b")])
        #expect(clean.review.isEmpty, "\(clean.review)")
        let chunked = try NDEFMessage(decoding: clean.encoded(as: NDEFForm(chunkSize: 5)))
        #expect(chunked.records == clean.records)
        #expect(chunked.review.contains { $0.meaning.contains("chunked") })
    }

    @Test("a Smart Poster before a URI record does not hide it, whatever the setting")
    func theURIRecordOutsideAPosterCounts() throws {
        let both = NDEFMessage([try .smartPoster(uri: "https://a.b/sp"), try .link("https://a.b/u")])
        for rule in [FirstURI.SmartPosterRule.ignore, .lookInside] {
            #expect(both.firstURI(smartPosters: rule).outcome == .uri("https://a.b/u"))
        }
        let alone = NDEFMessage([try .smartPoster(uri: "https://a.b/sp")])
        #expect(alone.firstURI(smartPosters: .lookInside).outcome == .uri("https://a.b/sp"))
        #expect(alone.firstURI(smartPosters: .ignore).outcome == .none)
        #expect(alone.firstURI().findings.map(\.weight) == [.warning])
    }

    @Test("text from a tag never reaches a line unescaped")
    func hostileTextIsEscaped() throws {
        let evil = "\u{1B}[2J\n\u{202E}"
        let records: [NDEFRecord] = [
            .uri("https://a/\(evil)"), .wellKnown("U", payload: [0]), try .text(evil), try .androidApplication(evil),
            .media("a/\(evil)", payload: []), .external("a:\(evil)", payload: []),
            NDEFRecord(.absoluteURI, type: Array(evil.utf8)), .wellKnown(evil, payload: []),
            try .smartPoster(uri: evil, titles: [TextRecord(evil)], mediaType: evil),
            TextRecord("x", language: "\u{1B}").record,
        ]
        for record in records {
            let lines = [record.description] + NDEFMessage([record, record]).review.map(\.description)
            for line in lines {
                #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E }, "\(line)")
            }
        }
    }
}
