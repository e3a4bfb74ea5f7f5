import Ground

/// Text in lines, for consoles and logs.
public enum Paragraph {
    /// The width where no terminal has another one.
    public static let columns = 80

    /// Wraps a text after a beginning; further lines are indented by the width of the beginning, or by `indent`
    /// columns.
    ///
    /// A word longer than a line is split. External text is escaped.
    public static func lines(
        _ beginning: String, _ text: some CustomStringConvertible, indent: Int? = nil
    ) -> [String] {
        lines(beginning, width: beginning.count, text, indent: indent)
    }

    /// Wraps a text after a beginning whose width differs from its number of characters, as with colours.
    static func lines(
        _ beginning: String, width: Int, _ text: some CustomStringConvertible, indent: Int? = nil,
        columns: Int = Paragraph.columns
    ) -> [String] {
        let margin = String(repeating: " ", count: min(indent ?? width, columns / 2))
        var rows = [beginning]
        var (used, isEmpty) = (width, true)
        for word in text.description.escapedForDisplay.split(separator: " ") {
            let needed = (isEmpty ? 0 : 1) + word.columns
            if used + needed <= columns {
                rows[rows.count - 1] += (isEmpty ? "" : " ") + word
                (used, isEmpty) = (used + needed, false)
                continue
            }
            for piece in pieces(of: word, columns - margin.count) {
                if isEmpty, used + piece.columns <= columns {
                    rows[rows.count - 1] += piece
                } else {
                    rows.append(margin + piece)
                    used = margin.count
                }
                (used, isEmpty) = (used + piece.columns, false)
            }
        }
        return rows
    }

    /// Visits each character only once, because a name may have a million of them.
    private static func pieces(of word: Substring, _ room: Int) -> [Substring] {
        var pieces: [Substring] = []
        var (start, used) = (word.startIndex, 0)
        for place in word.indices {
            let width = word[place].columns
            if used + width > room, place > start {
                pieces.append(word[start..<place])
                (start, used) = (place, 0)
            }
            used += width
        }
        return pieces + [word[start...]]
    }

    /// Lays out short texts in columns, filled from top to bottom.
    public static func table(_ cells: [String], indent: Int) -> [String] {
        let width = (cells.map(\.count).max() ?? 0) + 2
        let across = max(1, (columns - indent + 2) / width)
        let height = (cells.count + across - 1) / across
        return (0..<height).map { row in
            let line = stride(from: row, to: cells.count, by: height).map { cells[$0].padded(to: width) }.joined()
            return String(repeating: " ", count: indent) + line.reversed().drop { $0 == " " }.reversed()
        }
    }
}
