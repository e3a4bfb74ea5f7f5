import Ground
import Wording

/// A message sequence as rows of HTML: an arrow between lifelines, with its text above.
struct SequenceTable {
    private let sequence: MessageSequence
    /// Whether the folded set-up is open.
    private let opensSetUp: Bool

    init(_ sequence: MessageSequence, opensSetUp: Bool) {
        self.sequence = sequence
        self.opensSetUp = opensSetUp
    }

    func write(to html: inout HTMLText) {
        guard !sequence.rows.isEmpty else {
            html.element("p", "class=\"none\"", Sentence.noMessages.description)
            return
        }
        let count = sequence.parties.count
        html.raw("<div class=\"sequence\" style=\"--n:\(count)\">\n<div class=\"parties\">")
        for party in sequence.parties { html.element("b", "", party.title) }
        html.raw("</div>\n")
        let folded = sequence.setUpRows < PageTimeline.leastFolded ? 0 : sequence.setUpRows
        if folded > 0 {
            html.raw("<details class=\"fold\"\(opensSetUp ? " open" : "")><summary>")
            html.data(Sentence.setUp(frames: sequence.rows[..<folded].reduce(0) { $0 + $1.frames }).description)
            html.raw("</summary>\n")
            for row in sequence.rows[..<folded] { write(row, to: &html) }
            html.raw("</details>\n")
        }
        for row in sequence.rows[folded...] { write(row, to: &html) }
        html.raw("</div>\n")
        if sequence.leftOut > 0 {
            html.element("p", "class=\"none\"", Sentence.rowsLeftOut(sequence.leftOut).description)
        }
    }

    private func write(_ row: SequenceRow, to html: inout HTMLText) {
        switch row.content {
        case .note(let kind):
            html.raw("<div class=\"row say\">")
            html.element("span", "class=\"time\"", row.instant.description)
            html.element("em", "", kind)
            html.raw(" ")
            html.data(row.text)
            html.raw("</div>\n")
        case .arrow(let from, let to):
            guard let start = sequence.parties.firstIndex(of: from), let end = sequence.parties.firstIndex(of: to)
            else { return }
            let (low, high) = (min(start, end), max(start, end))
            html.raw("<div class=\"row\"><p>")
            html.element("span", "class=\"time\"", row.instant.description)
            html.data(row.text)
            let way = row.isTwoWay ? "both" : start < end ? "out" : "in"
            html.raw("</p><div class=\"arrow \(way)\" style=\"--a:\(low);--b:\(high)\"></div>")
            html.raw("</div>\n")
        }
    }
}
