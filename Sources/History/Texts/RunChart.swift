import Ground
import Journal
import Reports

/// A run chart as text: a column for one or more runs, oldest first, with the range and the middle value of each.
struct RunChart {
    static let columns = 64
    static let rows = 10

    private let values: [Int64]
    private let limit: Int64?
    /// The positions of the changes among the values.
    private let changes: [Int]
    private let unit: Quantity.WrittenUnit

    init(_ trend: QuantityTrend) {
        values = trend.points.map(\.value)
        limit = trend.limit
        changes = trend.changes.map(\.index)
        unit = trend.unit
    }

    private struct Column {
        let low: Int64
        let high: Int64
        let middle: Int64
    }

    var lines: [String] {
        guard !values.isEmpty else { return [] }
        let width = min(Self.columns, values.count)
        let edges = (0...width).map { $0 * values.count / width }
        let columns = (0..<width).map { place in
            let some = values[edges[place]..<edges[place + 1]].sorted()
            return Column(
                low: some[0], high: some[some.count - 1], middle: some[(some.count - 1) / 2])
        }
        let shown = values + (limit.map { [$0] } ?? [])
        let scale = Scale(low: shown.min() ?? 0, high: shown.max() ?? 0)
        // If all values are the same, one row is enough.
        let rows = scale.low == scale.high ? 1 : Self.rows
        let labels = (0..<rows).map { row in
            [0, Self.rows / 2, Self.rows - 1].contains(row) ? HistoryWords.value(scale.value(row), unit) : ""
        }
        let margin = labels.map(\.count).max() ?? 0
        var lines = (0..<rows).map { row in
            let marks = columns.map { mark($0, at: row, scale) }
            return "\(labels[row].padded(left: margin)) |\(String(marks))"
        }
        let places = Set(changes.map { change in edges.lastIndex { $0 <= change } ?? 0 })
        if !places.isEmpty {
            let feet = (0..<width).map { places.contains($0) ? Character("^") : " " }
            lines.append(String(repeating: " ", count: margin + 2) + String(feet))
        }
        return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    private func mark(_ column: Column, at row: Int, _ scale: Scale) -> Character {
        if scale.row(column.middle) == row { return "o" }
        if (scale.row(column.high)...scale.row(column.low)).contains(row) { return ":" }
        if let limit, scale.row(limit) == row { return "-" }
        return " "
    }

    /// Maps values to rows; the first row has the largest value.
    private struct Scale {
        let low: Int64
        let high: Int64

        /// As a floating-point number, because the difference may overflow an integer.
        private var range: Double { max(1, Double(high) - Double(low)) }

        func row(_ value: Int64) -> Int {
            let share = (Double(high) - Double(value)) / range
            return min(RunChart.rows - 1, max(0, Int((share * Double(RunChart.rows - 1)).rounded())))
        }

        func value(_ row: Int) -> Int64 {
            if row == RunChart.rows - 1 { return low }
            return Int64(clamping: Double(high) - range * Double(row) / Double(RunChart.rows - 1))
        }
    }
}
