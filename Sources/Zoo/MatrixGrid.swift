import Ground
import Reports

/// A matrix of one-character marks under numbered columns, in lines of at most 80 columns.
struct MatrixGrid {
    /// The columns: scenarios, numbered from 1.
    let scenarios: [String]
    /// The marks of each row, one character per scenario.
    let rows: [(name: String, marks: [String])]
    /// The meanings of the marks.
    let key: [String]

    /// The scenarios with their numbers, then the rows; scenarios that do not fit side by side are in a second grid.
    var lines: [String] {
        let cells = scenarios.enumerated().map { index, name in
            "\(index + 1)".padded(left: 3) + " " + name.escapedForDisplay
        }
        var lines = ["scenarios"] + Paragraph.table(cells, indent: 2) + [""]
        let width = rows.map(\.name.count).max() ?? 0
        let margin = String(repeating: " ", count: width + 3)
        let room = max(1, Paragraph.columns - margin.count)
        for start in stride(from: 0, to: scenarios.count, by: room) {
            let part = start..<min(start + room, scenarios.count)
            for place in [100, 10, 1] where part.upperBound >= place {
                lines.append(margin + part.map { "\(($0 + 1) / place % 10)" }.joined())
            }
            lines += rows.map { "  " + $0.name.padded(to: width) + " " + $0.marks[part].joined() }
            lines += key + [""]
        }
        return lines
    }
}
