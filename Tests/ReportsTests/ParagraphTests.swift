import Reports
import Testing

@Suite struct ParagraphTests {
    @Test func wordsGoOnBelowTheFirstOneBehindTheBeginning() {
        let text = (1...30).map { "word\($0)" }.joined(separator: " ")
        let lines = Paragraph.lines("  name  ", text)
        #expect(lines.count == 2 && lines[0].hasPrefix("  name  word1 ") && lines[1].hasPrefix("        word"))
        #expect(lines.allSatisfy { $0.count <= 120 })
        #expect(lines.map { $0.dropFirst(8) }.joined(separator: " ") == text)
    }

    @Test func aLineMayBeFullToItsLastColumn() {
        let word = String(repeating: "a", count: 118)
        #expect(Paragraph.lines("  ", word) == ["  " + word])
        #expect(Paragraph.lines("  ", word + " b") == ["  " + word, "  b"])
        #expect(Paragraph.lines("  ", word + "b") == ["  " + word, "  b"])
    }

    @Test func whatComesFromOutsideIsEscaped() {
        #expect(Paragraph.lines("", "a\n\u{1B}[2J") == ["a\\u{a}\\u{1b}[2J"])
        #expect(Paragraph.lines("  name ", "") == ["  name "])
    }

    @Test func aTableIsReadColumnAfterColumn() {
        let cells = (1...7).map { "\($0)".padded(to: 40) + "x" }
        let lines = Paragraph.table(cells, indent: 2)
        #expect(lines.count == 4)
        #expect(lines[0].contains("1 ") && lines[0].contains("5 ") && lines[3].contains("4 "))
        #expect(lines.allSatisfy { $0.count <= 120 && !$0.hasSuffix(" ") })
        #expect(Paragraph.table([], indent: 2) == [])
    }
}
