import Foundation
import Ground
import NDEF
import TagRouting
import Testing
import Vocabulary

/// The message that an app received from a tag, compared with a scenario's expectation.
@Suite struct DeliveredMessageTests {
    private static let uri = URIRecord(uri: "https://example.com/door").payload
    private static let records = [
        NDEFRecord.wellKnown("U", identifier: [0x64], payload: uri),
        NDEFRecord.wellKnown("T", payload: TextRecord("Tür", language: "de", encoding: .utf16).payload),
        .external("example.com:door", payload: [1, 2]),
    ]

    private func input(_ message: [UInt8]?) throws -> AppInput {
        .activity(activity: BrowsingActivity(webpageURL: try LinkURL("https://example.com/door"), message: message))
    }

    @Test func eachFieldOfARecordCanMiss() {
        let record = Self.records[0]
        #expect(RecordPattern.uri("https://example.com/door", id: "d").matches(record))
        #expect(RecordPattern(tnf: .wellKnown, type: "U", id: "d", payload: .bytes(Self.uri)).matches(record))
        #expect(RecordPattern().matches(record))
        for wrong in [
            RecordPattern(tnf: .media), RecordPattern(type: "u"), RecordPattern(id: ""), RecordPattern(id: "D"),
            RecordPattern(payload: .bytes([])), .uri("https://example.com/doors"),
            .uri("https://example.com/door", id: ""),
            .text("https://example.com/door"), .external("U"),
        ] {
            #expect(!wrong.matches(record), "\(wrong)")
        }
    }

    @Test func aTextIsComparedByWhatItSays() {
        let record = Self.records[1]
        #expect(RecordPattern.text("Tür").matches(record) && RecordPattern.text("Tür", language: "de").matches(record))
        #expect(
            !RecordPattern.text("Tür", language: "en").matches(record) && !RecordPattern.text("tür").matches(record))
    }

    @Test func aMessageHasExactlyTheseRecordsInThisOrder() throws {
        let whole = try input(NDEFMessage(Self.records).encoded)
        let patterns: [RecordPattern] = [
            .uri("https://example.com/door"), .text("Tür"), .external("example.com:door", payload: [1, 2]),
        ]
        #expect(DeliveredMessage.records(patterns).isMet(by: whole))
        #expect(!DeliveredMessage.records(Array(patterns.dropLast())).isMet(by: whole))
        #expect(!DeliveredMessage.records(patterns.reversed()).isMet(by: whole))
        #expect(
            DeliveredMessage.ofTag(records: 3).isMet(by: whole) && !DeliveredMessage.ofTag(records: 2).isMet(by: whole))
        #expect(!DeliveredMessage.empty.isMet(by: whole))
    }

    @Test func whoGetsNoMessageMeetsNone() throws {
        let url = try LinkURL("https://example.com/door")
        let followed = try input(nil)
        #expect(DeliveredMessage.empty.isMet(by: followed) && !DeliveredMessage.ofTag(records: 1).isMet(by: followed))
        #expect(!DeliveredMessage.records([RecordPattern(tnf: .empty)]).isMet(by: followed))
        for input in [AppInput.url(url: url), .unhandled(url: url)] {
            for message: DeliveredMessage in [.empty, 1, [.uri("https://example.com/door")]] {
                #expect(!message.isMet(by: input))
            }
        }
        #expect(followed.form == .browsingWeb && AppInput.url(url: url).form == .url)
        #expect(AppInput.unhandled(url: url).form == .nothing)
    }

    @Test(arguments: [
        "1", "\"empty\"", "[{\"tnf\":1,\"type\":\"U\",\"payload\":{\"uri\":{\"uri\":\"https://a\"}}}]",
        "[{\"id\":\"\"}]",
    ])
    func itIsReadBackAsItIsWritten(text: String) throws {
        let message = try JSONDecoder().decode(DeliveredMessage.self, from: Data(text.utf8))
        let again = try JSONDecoder().decode(DeliveredMessage.self, from: JSONEncoder().encode(message))
        #expect(again == message)
    }

    @Test(arguments: ["\"full\"", "true", "{\"tnf\":1}", "[{\"tnf\":8}]", "[1]"])
    func whatIsNoMessageIsRefused(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(DeliveredMessage.self, from: Data(text.utf8))
        }
    }
}
