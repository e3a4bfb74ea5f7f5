/// Places names above a picture in rows, so that none lies on another.
struct ChartLabels {
    static let mostRows = 4
    /// A character's width on a phone's screen, in the picture's units.
    private static let characterWidth = 7.4
    private static let gap = 6.0

    struct Label: Hashable {
        let x: Double
        let text: String
        /// From the top; nil where there was no room.
        var row: Int?
        /// Whether the name stands left of its place, because the picture ends right of it.
        var isLeft = false
    }

    private(set) var labels: [Label] = []

    /// The names with their places, which must not go backwards, in a picture that ends at `right`.
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

    /// How many rows there are.
    var rows: Int { labels.compactMap(\.row).max().map { $0 + 1 } ?? 0 }
}
