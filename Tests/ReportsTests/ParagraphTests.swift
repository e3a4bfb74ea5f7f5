import Reports
import Testing

@Suite struct ParagraphTests {
    @Test func wordsGoOnBelowTheFirstOneBehindTheBeginning() {
        let text = (1...20).map { "word\($0)" }.joined(separator: " ")
        let lines = Paragraph.lines("  name  ", text)
        #expect(lines.count == 2 && lines[0].hasPrefix("  name  word1 ") && lines[1].hasPrefix("        word"))
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines.map { $0.dropFirst(8) }.joined(separator: " ") == text)
    }

    @Test func aLineMayBeFullToItsLastColumn() {
        let word = String(repeating: "a", count: 78)
        #expect(Paragraph.lines("  ", word) == ["  " + word])
        #expect(Paragraph.lines("  ", word + " b") == ["  " + word, "  b"])
        #expect(Paragraph.lines("  ", word + "b") == ["  " + word, "  b"])
    }

    @Test func aWideCharacterTakesTwoColumnsAndNoneIsCutInTwo() {
        let word = String(repeating: "\u{4E00}", count: 41)
        let lines: [String] = [" " + word.prefix(39), " " + word.suffix(2)]
        #expect(Paragraph.lines(" ", word) == lines)
    }

    @Test func theLinesBelowMayBeIndentedByThemselves() {
        let lines = Paragraph.lines("a.swift:1: ", String(repeating: "word ", count: 20), indent: 4)
        #expect(lines.count == 2 && lines[0].count <= 80 && lines[1].hasPrefix("    word"))
    }

    @Test func whatComesFromOutsideIsEscaped() {
        #expect(Paragraph.lines("", "a\n\u{1B}[2J") == ["a\\u{a}\\u{1b}[2J"])
        #expect(Paragraph.lines("  name ", "") == ["  name "])
    }

    @Test func aTableIsReadColumnAfterColumn() {
        let cells = (1...7).map { "\($0)".padded(to: 30) + "x" }
        let lines = Paragraph.table(cells, indent: 2)
        #expect(lines.count == 4)
        #expect(lines[0].contains("1 ") && lines[0].contains("5 ") && lines[3].contains("4 "))
        #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
        #expect(Paragraph.table([], indent: 2) == [])
    }
}
