import Ground
import NDEF
import TestSupport
import Testing

@Suite struct NDEFMessageTests {
    @Test func everyVectorGivesTheURIThatTheSheetExpects() throws {
        let rows = try vectors("messages.tsv")
        #expect(rows.count == 35)
        for row in rows {
            let message = try? NDEFMessage(decoding: bytes(row[1]))
            guard let message else {
                #expect(row[2] == "malformed", "\(row[0]) is refused")
                continue
            }
            let first = message.firstURI()
            switch first.outcome {
            case .uri(let uri): #expect(row[2...3] == ["uri", uri], "\(row[0])")
            case .none: #expect(row[2] == "none", "\(row[0])")
            case .unusable: #expect(row[2] == "unusable", "\(row[0])")
            }
            let findings = message.findings + first.findings
            if row[4] == "-" {
                #expect(findings.isEmpty, "\(row[0]): \(findings)")
            } else {
                #expect(findings.contains { $0.meaning.contains(row[4]) }, "\(row[0]): \(findings)")
            }
        }
    }

    @Test func agreesWithAndroidExceptWhereTheVectorSaysSo() throws {
        let rows = try vectors("android.tsv")
        #expect(rows.count == 24)
        for row in rows {
            let message = try? NDEFMessage(decoding: row[1] == "-" ? [] : bytes(row[1]))
            guard row[0] == "accept" || row[0] == "trailing" else {
                #expect(message == nil, "\(row[1]): \(row[6])")
                continue
            }
            let record = try #require(message?.records.first, "\(row[1]): \(row[6])")
            #expect(message?.records.count == 1)
            let fields = [record.type, record.identifier, record.payload].map {
                $0.isEmpty ? "-" : $0.hex(separator: "")
            }
            #expect([String(record.typeNameFormat.rawValue)] + fields == Array(row[2...5]), "\(row[1])")
            let hasTrailer = message?.findings.contains { $0.meaning.contains("follow the last record") }
            #expect(hasTrailer == (row[0] == "trailing"), "\(row[1])")
        }
    }

    @Test(arguments: [
        ("91010155 04 d1010155 04", 5, "later record is marked as the message's first"),
        ("91010155 04", 5, "marked as its last"), ("b1010155 04 510001 04", 5, "needs a type"),
        ("b1010155 04 51010155 04", 5, "before the last chunk"), ("b1010155 04 5e000100 04", 5, "chunk has an id"),
        ("d0000141", 0, "neither id nor payload"), ("b00000 560001 04", 0, "empty record announces"),
        ("f1010155 04", 0, "announces another chunk"), ("", 0, "at least one record"),
        ("51010155 04", 0, "not marked as the message's first"), ("d1010555 04", 5, "the payload needs 5 bytes"),
    ])
    func saysWhereAndHowAMessageGoesWrong(hex: String, offset: Int, words: String) {
        do throws(Malformed) {
            _ = try NDEFMessage(decoding: bytes(hex))
            Issue.record("\(hex) was read")
        } catch {
            #expect(error.offset == offset)
            #expect(error.meaning.contains(words), "\(error)")
        }
    }

    @Test(arguments: [0, 1, 255, 256, 70_000])
    func recordsSurviveTheRoundTrip(payload size: Int) throws {
        let payload = [UInt8](repeating: 0xA5, count: size)
        let message = NDEFMessage([
            .media("text/plain", payload: payload), .empty, .external("example.com:t", payload: payload),
            .wellKnown("T", identifier: [1, 2, 3], payload: payload), NDEFRecord(.unknown, type: [], payload: payload),
            NDEFRecord(.absoluteURI, type: Array("https://example.com".utf8)),
        ])
        #expect(try NDEFMessage(decoding: message.encoded) == message)
    }

    @Test func everyBeginningOfAMessageIsRefused() {
        let whole = NDEFMessage([.uri("https://example.com/a"), .media("a/b", payload: [1, 2, 3])]).encoded
        for count in whole.indices {
            #expect(throws: Malformed.self, "\(count) bytes") { try NDEFMessage(decoding: Array(whole.prefix(count))) }
        }
    }

    @Test func hostileMessagesNeverTrapAndWhatIsReadCanBeWrittenAgain() throws {
        let seeds = try vectors("messages.tsv").map { bytes($0[1]) }
        var mutator = Mutator(seeds: seeds)
        var read = 0
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 120)
            let message: NDEFMessage
            do throws(Malformed) { message = try NDEFMessage(decoding: input) } catch {
                if error.offset > input.count || error.meaning.isEmpty { Issue.record("\(input.hex): \(error)") }
                continue
            }
            read += 1
            _ = message.firstURI(smartPosters: .lookInside)
            guard read.isMultiple(of: 20) else { continue }
            let lines = message.records.map(\.description) + message.review.map(\.description)
            if lines.contains(where: { $0.unicodeScalars.contains { $0.value < 0x20 } }) {
                Issue.record("\(input.hex) gives a line with control characters")
            }
            let again = try? NDEFMessage(decoding: message.encoded)
            if again?.records != message.records { Issue.record("\(input.hex) changes when written again") }
        }
        #expect(read > 1_000, "the mutator must also make messages that can be read, it made \(read)")
    }
}
