import Ground

/// Text in lines of at most 120 columns, for consoles and logs.
public enum Paragraph {
    public static let columns = 120

    /// The words of a text behind a beginning, wrapped; the lines after the first are indented by as much as that.
    ///
    /// A word that is longer than a line is cut into pieces. What can come from outside is escaped.
    public static func lines(_ beginning: String, _ text: String) -> [String] {
        let margin = String(repeating: " ", count: beginning.count)
        let room = max(1, columns - margin.count)
        var rows = [""]
        for word in text.escapedForDisplay.split(separator: " ").flatMap({ pieces(of: $0, room) }) {
            if rows[rows.count - 1].isEmpty {
                rows[rows.count - 1] += word
            } else if rows[rows.count - 1].count + 1 + word.count <= room {
                rows[rows.count - 1] += " " + word
            } else {
                rows.append(String(word))
            }
        }
        return rows.enumerated().map { $0.offset == 0 ? beginning + $0.element : margin + $0.element }
    }

    private static func pieces(of word: Substring, _ room: Int) -> [Substring] {
        var (pieces, rest) = ([Substring](), word)
        while rest.count > room {
            pieces.append(rest.prefix(room))
            rest = rest.dropFirst(room)
        }
        return pieces + [rest]
    }

    /// Short texts below each other, column after column.
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
