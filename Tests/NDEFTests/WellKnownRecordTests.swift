import Ground
import NDEF
import TestSupport
import Testing

@Suite struct WellKnownRecordTests {
    @Test func thirtySixPrefixCodesAreKnownAndTheNextIsReserved() throws {
        #expect(URIRecord.prefixes.count == 0x24)
        #expect(URIRecord.prefixes[0x04] == "https://")
        #expect(URIRecord.prefixes[0x12] == "rtsp://")
        #expect(URIRecord.prefixes[0x1D] == "file://")
        #expect(URIRecord.prefixes[0x23] == "urn:nfc:")
        for (code, prefix) in URIRecord.prefixes.enumerated() {
            #expect(try URIRecord(decoding: [UInt8(code), 0x61]).uri == prefix + "a")
        }
        #expect(throws: UnusableURI.reservedPrefix(0x24)) { try URIRecord(decoding: [0x24, 0x61]) }
        #expect(throws: UnusableURI.reservedPrefix(0xFF)) { try URIRecord(decoding: [0xFF]) }
    }

    @Test func aURIThatCannotBeUsedSaysWhy() {
        #expect(throws: UnusableURI.emptyPayload) { try URIRecord(decoding: []) }
        #expect(throws: UnusableURI.nothingAfterPrefix("https://")) { try URIRecord(decoding: [4]) }
        #expect(throws: UnusableURI.notUTF8) { try URIRecord(decoding: [4, 0xC3]) }
        #expect(UnusableURI.reservedPrefix(0x68).description.contains("0x68"))
    }

    @Test(arguments: [
        "https://www.example.com", "https://example.com/a", "http://www.a", "tel:+1", "myapp://open", "urn:epc:id:x",
        "https://", "ftp://ftp.example", "\u{e9}",
    ])
    func uriIsWrittenShortAndReadBackLiterally(uri: String) throws {
        let payload = URIRecord(uri: uri).payload
        #expect(Array(try URIRecord(decoding: payload).uri.utf8) == Array(uri.utf8))
        let longest =
            URIRecord.prefixes.filter { uri.utf8.starts(with: $0.utf8) && $0.utf8.count < uri.utf8.count }
            .map(\.utf8.count).max() ?? 0
        #expect(payload.count == 1 + uri.utf8.count - longest)
    }

    @Test func textIsReadInBothEncodingsAndByteOrders() throws {
        #expect(try TextRecord(decoding: bytes("02 656e 6869")) == TextRecord("hi"))
        for hex in ["82 656e 0068 0069", "82 656e feff 0068 0069", "82 656e fffe 6800 6900"] {
            #expect(try TextRecord(decoding: bytes(hex)).text == "hi")
        }
        #expect(try TextRecord(decoding: bytes("02 656e")).text.isEmpty)
        for wrong in ["", "05 656e", "02 656e ff", "82 656e 00", "82 656e d800", "02 80ff 61"] {
            #expect(throws: Malformed.self, "\(wrong)") { try TextRecord(decoding: bytes(wrong)) }
        }
        let record = TextRecord("Tür \u{1F6AA}", language: "de-CH", encoding: .utf16)
        #expect(try TextRecord(decoding: record.payload) == record)
    }

    @Test func smartPosterShowsAllItHolds() throws {
        let inner = NDEFMessage([
            TextRecord("Door").record, .uri("https://example.com/a"), TextRecord("Tür", language: "de").record,
            .wellKnown("act", payload: [0]), .wellKnown("s", payload: [0, 0, 1, 0]),
            .wellKnown("t", payload: Array("text/html".utf8)), .media("image/png", payload: [1]),
        ])
        let poster = try SmartPoster(decoding: inner.encoded)
        #expect(try poster.uri.get() == "https://example.com/a")
        #expect(poster.titles.map(\.text) == ["Door", "Tür"])
        #expect(poster.action == .doNow)
        #expect(poster.size == 256)
        #expect(poster.mediaType == "text/html")
        #expect(poster.icons.count == 1)
        #expect(poster.findings.isEmpty)
    }

    @Test func smartPosterNeedsExactlyOneURIAndKeepsGoingOverABadTitle() throws {
        let link = NDEFRecord.uri("https://example.com/a")
        let none = NDEFMessage([TextRecord("x").record]).encoded
        #expect(throws: Malformed.self) { try SmartPoster(decoding: none) }
        #expect(throws: Malformed.self) { try SmartPoster(decoding: NDEFMessage([link, link]).encoded) }
        let bad = try SmartPoster(decoding: NDEFMessage([link, .wellKnown("T", payload: [0x3F])]).encoded)
        #expect(bad.titles.isEmpty)
        #expect(bad.findings.map(\.weight) == [.fault])
    }

    @Test func aSmartPosterIsOpenedOnlyWhenTheRuleSaysSo() {
        let message = NDEFMessage([SmartPoster.record(uri: "https://example.com/a", titles: [TextRecord("a")])])
        #expect(message.firstURI().outcome == .none)
        #expect(message.firstURI(smartPosters: .lookInside).outcome == .uri("https://example.com/a"))
        #expect(message.firstURI().findings.map(\.weight) == [.warning])
        let broken = NDEFMessage([.wellKnown("Sp", payload: [1])])
        #expect(broken.firstURI(smartPosters: .lookInside).outcome == .none)
        #expect(broken.firstURI().findings.map(\.weight) == [.fault])
    }

    @Test func descriptionsCarryNoControlCharacters() {
        #expect(NDEFRecord.uri("https://a/\u{1B}[2J").description == "URI https://a/\\u{1b}[2J")
        #expect(NDEFRecord.wellKnown("U", payload: []).description.contains("payload is empty"))
        #expect(TextRecord("a\u{202E}b").record.description == "text (en) a\\u{202e}b")
        #expect(
            NDEFRecord.external("example.com:t", payload: [1]).description == "external record example.com:t, 1 bytes")
    }
}
