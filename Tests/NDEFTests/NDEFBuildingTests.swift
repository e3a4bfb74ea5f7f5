import Ground
import NDEF
import TestSupport
import Testing

@Suite struct NDEFBuildingTests {
    private let forms = [
        NDEFForm.shortest, NDEFForm(usesLongForm: true), NDEFForm(writesEmptyIdentifier: true), NDEFForm(chunkSize: 1),
        NDEFForm(chunkSize: 7), NDEFForm(usesLongForm: true, writesEmptyIdentifier: true, chunkSize: 300),
    ]

    @Test("a message reads back the same from every form it can be written in")
    func everyFormReadsBackTheSame() throws {
        let messages = [
            NDEFMessage([.empty]), NDEFMessage([try .link("https://example.com/a")]),
            NDEFMessage([
                try .link("https://example.com/a", identifier: [0x78]), try .text("Tür", encoding: .utf16), .empty,
                try .data(ofType: "a/b", [UInt8](repeating: 7, count: 700), identifier: [1, 2]),
                try .androidApplication("com.example.app"),
            ]),
        ]
        for message in messages {
            for form in forms {
                let bytes = try message.encoded(as: form)
                let again = try NDEFMessage(decoding: bytes)
                #expect(again.records == message.records, "\(form)")
                #expect(again.size == bytes.count)
                if form.chunkSize == nil { #expect(again.findings.isEmpty) }
            }
            #expect(try message.encoded(as: .shortest) == message.encoded)
            #expect(message.size == message.encoded.count)
        }
    }

    @Test("the sheet's vectors N01 to N05 and N27 are what the writer writes")
    func theSheetsFormsAreWritten() throws {
        let link = NDEFMessage([try .link("https://example.com/a")])
        #expect(link.encoded == bytes("d1010e55046578616d706c652e636f6d2f61"))
        #expect(
            try link.encoded(as: NDEFForm(usesLongForm: true))
                == bytes("c1010000000e55046578616d706c652e636f6d2f61"))
        #expect(
            NDEFMessage([try .link("https://example.com/a", identifier: bytes("7831"))]).encoded
                == bytes("d9010e02557831046578616d706c652e636f6d2f61"))
        #expect(
            try link.encoded(as: NDEFForm(writesEmptyIdentifier: true))
                == bytes("d9010e0055046578616d706c652e636f6d2f61"))
        #expect(
            try link.encoded(as: NDEFForm(chunkSize: 5)) == bytes("b1010555046578616d360005706c652e63560004 6f6d2f61"))
        #expect(try NDEFMessage(checking: [.empty]).encoded == bytes("d00000"))
    }

    @Test("a record that cannot be written is refused with its reason")
    func whatCannotBeWrittenIsRefused() throws {
        let long = [UInt8](repeating: 0x61, count: 256)
        let longText = String(repeating: "a", count: 256)
        #expect(throws: UnwritableNDEF.noRecords) { try NDEFMessage(checking: []) }
        #expect(throws: UnwritableNDEF.typeTooLong(256)) { try NDEFRecord(checking: .media, type: long) }
        #expect(throws: UnwritableNDEF.identifierTooLong(256)) { try NDEFRecord.link("a", identifier: long) }
        #expect(throws: UnwritableNDEF.typeMissing(.wellKnown)) { try NDEFRecord(checking: .wellKnown, type: []) }
        #expect(throws: UnwritableNDEF.typeNotAllowed(.unknown)) { try NDEFRecord(checking: .unknown, type: [1]) }
        #expect(throws: UnwritableNDEF.typeNotAllowed(.unchanged)) { try NDEFRecord(checking: .unchanged, type: []) }
        #expect(throws: UnwritableNDEF.typeNotAllowed(.reserved)) { try NDEFRecord(checking: .reserved, type: [1]) }
        #expect(throws: UnwritableNDEF.emptyRecordWithContent) {
            try NDEFRecord(checking: .empty, type: [], payload: [1])
        }
        #expect(throws: UnwritableNDEF.emptyURI) { try NDEFRecord.link("") }
        #expect(throws: UnwritableNDEF.language(longText)) { try NDEFRecord.text("a", language: longText) }
        #expect(throws: UnwritableNDEF.language("é")) { try NDEFRecord.text("a", language: "é") }
        for type in ["", "a", "a/", "/b", "a/b/c"] {
            #expect(throws: UnwritableNDEF.self, "\(type)") { try NDEFRecord.data(ofType: type, []) }
        }
        #expect(throws: UnwritableNDEF.self) { try NDEFRecord.external(domain: "a:b", type: "c", []) }
        #expect(throws: UnwritableNDEF.self) { try NDEFRecord.external(domain: "a", type: "", []) }
        #expect(throws: UnwritableNDEF.self) { try NDEFRecord.androidApplication("") }
        #expect(throws: UnwritableNDEF.self) { try NDEFRecord.smartPoster(uri: "a", icons: [.empty]) }
        let message = NDEFMessage([try .link("https://example.com/a")])
        #expect(throws: UnwritableNDEF.messageTooLong(18, limit: 17)) {
            try message.encoded(as: .shortest, atMost: 17)
        }
        #expect(try message.encoded(as: .shortest, atMost: 18).count == 18)
        #expect(UnwritableNDEF.language("\u{1B}").description.contains("\\u{1b}"))
    }
}
