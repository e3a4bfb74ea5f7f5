import Ground
import Reports

/// Rows of short texts, each column as wide as its widest one.
struct TextTable {
    enum Side {
        case left
        case right
    }

    private let sides: [Side]
    private var rows: [[String]]

    /// A table with a title for each column.
    init(_ columns: [(title: String, side: Side)]) {
        sides = columns.map(\.side)
        rows = [columns.map(\.title)]
    }

    var isEmpty: Bool { rows.count == 1 }

    /// Adds a row; what can come from outside is escaped, and long texts are cut.
    mutating func add(_ cells: [String], most: Int = 48) {
        precondition(cells.count == sides.count, "a row has a text for each column")
        rows.append(cells.map { $0.shown(most) })
    }

    /// The title first; no line ends with a blank.
    var lines: [String] {
        let widths = sides.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = sides.indices.map { column in
                sides[column] == .left
                    ? row[column].padded(to: widths[column]) : row[column].padded(left: widths[column])
            }
            return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
    }
}
