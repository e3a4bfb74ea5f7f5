import Ground
import Wording

/// A message sequence as rows of HTML: an arrow between lifelines, with its text beside it.
struct SequenceTable {
    /// The greatest number of rows of which all are visible; in a longer sequence, each step is folded.
    static let mostUnfolded = 200

    private let sequence: MessageSequence
    /// Whether the folded set-up is open.
    private let opensSetUp: Bool
    /// Whether the timeline shows a frame.
    private let isShown: (Int) -> Bool

    init(_ sequence: MessageSequence, opensSetUp: Bool, isShown: @escaping (Int) -> Bool) {
        self.sequence = sequence
        self.opensSetUp = opensSetUp
        self.isShown = isShown
    }

    func write(to html: inout HTMLText) {
        guard !sequence.rows.isEmpty else {
            html.element("p", "class=\"none\"", Sentence.noMessages.description)
            return
        }
        let count = sequence.parties.count
        html.raw("<div class=\"sequence\" style=\"--n:\(count)\">\n<div class=\"parties\"><span class=\"lanes\">")
        for party in sequence.parties { html.element("b", "", party.title) }
        html.raw("</span></div>\n")
        let folded = sequence.setUpRows < PageTimeline.leastFolded ? 0 : sequence.setUpRows
        if folded > 0 {
            html.raw("<details class=\"fold\"\(opensSetUp ? " open" : "")><summary>")
            html.data(Sentence.setUp(frames: sequence.rows[..<folded].reduce(0) { $0 + $1.frames }).description)
            html.raw("</summary>\n")
            for row in sequence.rows[..<folded] { write(row, to: &html) }
            html.raw("</details>\n")
        }
        if sequence.rows.count > Self.mostUnfolded {
            writeFolded(sequence.rows[folded...], to: &html)
        } else {
            for row in sequence.rows[folded...] { write(row, to: &html) }
        }
        html.raw("</div>\n")
        if sequence.leftOut > 0 {
            html.element("p", "class=\"none\"", Sentence.rowsLeftOut(sequence.leftOut).description)
        }
    }

    /// Writes each step behind one line, opened if anything in it is wrong.
    private func writeFolded(_ rows: ArraySlice<SequenceRow>, to html: inout HTMLText) {
        var rest = rows
        while let head = rest.first {
            guard head.isBeginningOfStep else {
                write(head, to: &html)
                rest = rest.dropFirst()
                continue
            }
            let own = rest.dropFirst().prefix { !$0.isBeginningOfStep }
            rest = rest.dropFirst(1 + own.count)
            guard !own.isEmpty else {
                write(head, to: &html)
                continue
            }
            html.raw("<details class=\"fold\"\(own.contains(where: \.isBad) ? " open" : "")><summary>")
            html.element("span", "class=\"time\"", head.instant.description)
            html.element("b", "", head.text)
            html.raw("</summary>\n")
            for row in own { write(row, to: &html) }
            html.raw("</details>\n")
        }
    }

    private func write(_ row: SequenceRow, to html: inout HTMLText) {
        let style = if case .note(let kind) = row.content { kind.isEmpty ? " say head" : " say" } else { "" }
        html.raw("<div class=\"row\(style)\(row.isBad ? " wrong" : "")\" ")
        html.raw("data-item=\"\(row.isBad ? "bad" : "entry")\" data-kind=\"")
        html.data(row.kind)
        html.raw("\" data-link=\"")
        html.data(row.link)
        html.raw("\"\(row.steps.isEmpty ? "" : " data-step=\"\(row.steps)\"")>")
        if let frame = row.frame, isShown(frame) {
            html.element("a", "class=\"time\" href=\"#frame-\(frame)\"", row.instant.description)
        } else {
            html.element("span", "class=\"time\"", row.instant.description)
        }
        switch row.content {
        case .note(let kind):
            html.raw("<p>")
            if !kind.isEmpty {
                html.element("em", "", kind)
                html.raw(" ")
            }
            html.data(row.text)
        case .arrow(let from, let to): writeArrow(row, from, to, to: &html)
        }
        html.raw("</p></div>\n")
    }

    private func writeArrow(
        _ row: SequenceRow, _ from: SequenceParticipant, _ to: SequenceParticipant, to html: inout HTMLText
    ) {
        let start = sequence.parties.firstIndex(of: from) ?? 0
        let end = sequence.parties.firstIndex(of: to) ?? 0
        let way = row.isTwoWay ? "both" : start < end ? "out" : "in"
        html.raw("<span class=\"lanes\"><span class=\"arrow \(way)\" ")
        html.raw("style=\"--a:\(min(start, end));--b:\(max(start, end))\"></span></span><p>")
        let direction: Sentence =
            row.isTwoWay
            ? .messages(between: from.title, and: to.title) : .message(from: from.title, to: to.title)
        html.element("span", "class=\"unseen\"", direction.description)
        html.data(row.text)
    }
}
