import Testing
import Vocabulary

@testable import Wording

/// The fact sheets that the program carries, and the entries that references name.
@Suite struct FactSheetTests {
    @Test("every reference has an entry with a title", arguments: Reference.all)
    func entries(reference: Reference) throws {
        let entry = try #require(reference.entry, "\(reference)")
        #expect(!entry.title.isEmpty && entry.source.contains(".md, section "))
        #expect(Reference("F77").entry == nil)
    }

    @Test("an entry is the one that the reference numbers")
    func known() throws {
        let complaint = try #require(Reference("F26").entry)
        #expect(complaint.title == "Missing plist key -> userDidNotAllow (dustedrob #13/#16)")
        #expect(complaint.source == "nearby-interaction.md, section 6")
        let object = try #require(Reference("5.7").entry)
        #expect(object.title == "NINearbyObject" && object.passages.count > 5)
        #expect(try #require(Reference("NFC 1.2").entry).title == "Chunked records")
        #expect(try #require(Reference("N12").entry).title == "card shown although removed")
        #expect(try #require(Reference("NET 0.12").entry).title.hasPrefix("NWParameters.applicationService"))
        #expect(try #require(Reference("NET 9.19").entry).title == "cancelled by user while preparing")
        #expect(try #require(Reference("NFC B10").entry).source == "nfc.md, section 4.1")
    }

    private static let sheet = FactSheet(
        "sample.md",
        Array(
            """
            # 1. First

            A **bold** text with `a|b`
            that goes on.
            * one
            * two

            | # | What | Why |
            |---|:-:|---|
            | 1 | `x|y` | **so** |
            | 2 | a\\|b | |

            ## 1.1 Below
            Text.

            # 2 Second
            """.utf8))

    @Test("a section is read to the next heading of its level, with its tables")
    func section() throws {
        let section = try #require(Self.sheet.section("1"))
        #expect(section.title == "First")
        #expect(
            section.passages == [
                .paragraph("A bold text with a|b that goes on."), .paragraph("* one"), .paragraph("* two"),
                .row([
                    .init(heading: "#", text: "1"), .init(heading: "What", text: "x|y"),
                    .init(heading: "Why", text: "so"),
                ]),
                .row([.init(heading: "#", text: "2"), .init(heading: "What", text: "a|b")]),
                .paragraph("1.1 Below"), .paragraph("Text."),
            ])
        #expect(Self.sheet.section("1.1")?.passages == [.paragraph("Text.")])
        #expect(Self.sheet.section("2")?.passages == [])
        #expect(Self.sheet.section("3") == nil && Self.sheet.section("") == nil)
    }

    @Test("a row is found by its first cell, in its section only")
    func row() {
        #expect(Self.sheet.row("2", of: "1") == .init(title: "a|b", passages: [], source: "sample.md, section 1"))
        let reasons = Self.sheet.row("1", of: "1")?.passages
        #expect(reasons == [.row([.init(heading: "Why", text: "so")])])
        #expect(Self.sheet.row("2", of: "1.1") == nil && Self.sheet.row("3", of: "1") == nil)
    }
}
