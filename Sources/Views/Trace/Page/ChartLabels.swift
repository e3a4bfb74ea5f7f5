/// Places labels above a chart in rows, without overlaps.
struct ChartLabels {
    static let mostRows = 4
    /// A character's width on a phone's screen, in the chart's units.
    private static let characterWidth = 8.6
    private static let gap = 6.0

    struct Label: Hashable {
        let x: Double
        let text: String
        /// The row, counted from the top; nil if there was no room.
        var row: Int?
        /// Whether the label is to the left of its position, for lack of room on the right.
        var isLeft = false
    }

    private(set) var labels: [Label] = []

    /// Places labels at positions in ascending order, in a chart that ends at `right`.
    init(_ names: [(x: Double, text: String)], right: Double) {
        var ends: [Double] = []
        for (x, text) in names {
            let width = Double(text.count) * Self.characterWidth
            var label = Label(x: x, text: text, isLeft: x + width > right)
            let start = label.isLeft ? x - width : x
            if let row = ends.firstIndex(where: { $0 + Self.gap <= start }) {
                label.row = row
                ends[row] = start + width
            } else if ends.count < Self.mostRows {
                label.row = ends.count
                ends.append(start + width)
            }
            labels.append(label)
        }
    }

    /// The number of rows.
    var rows: Int { labels.compactMap(\.row).max().map { $0 + 1 } ?? 0 }
}
