import Ground

/// Rows of short texts, each column as wide as its widest cell.
struct TextTable {
    enum Side {
        case left
        case right
    }

    private let sides: [Side]
    private var rows: [[String]]

    /// Creates a table with a title for each column.
    init(_ columns: [(title: String, side: Side)]) {
        sides = columns.map(\.side)
        rows = [columns.map(\.title)]
    }

    var isEmpty: Bool { rows.count == 1 }

    /// Adds a row; text that may come from outside is escaped, and long texts are cut.
    mutating func add(_ cells: [String], most: Int = 48) {
        precondition(cells.count == sides.count, "a row has a text for each column")
        rows.append(cells.map { $0.shown(most) })
    }

    /// The lines, titles first; no line ends with a blank.
    ///
    /// A large history has thousands of rows, so each line is built once and cut after its last byte that is not a
    /// blank.
    var lines: [String] {
        let lengths = rows.map { row in row.map(Self.length) }
        let widths = sides.indices.map { column in lengths.reduce(0) { max($0, $1[column]) } }
        return zip(rows, lengths).map { row, lengths in
            var line: [UInt8] = []
            line.reserveCapacity(row.reduce(0) { $0 + $1.utf8.count } + widths.reduce(0) { $0 + $1 + 2 })
            for column in sides.indices {
                if column > 0 { line.append(contentsOf: [Self.blank, Self.blank]) }
                let missing = repeatElement(Self.blank, count: widths[column] - lengths[column])
                if sides[column] == .right { line.append(contentsOf: missing) }
                line.append(contentsOf: row[column].utf8)
                if sides[column] == .left { line.append(contentsOf: missing) }
            }
            let end = line.lastIndex { $0 != Self.blank }.map { $0 + 1 } ?? 0
            return String(decoding: line[..<end], as: UTF8.self)
        }
    }

    private static let blank = UInt8(ascii: " ")

    /// Returns the number of characters in a cell; in ASCII that is the number of bytes.
    private static func length(_ cell: String) -> Int {
        cell.utf8.allSatisfy { $0 < 0x80 } ? cell.utf8.count : cell.count
    }
}
