import Ground
import Journal
import Vocabulary
import Wording

/// The figures of a run as tables: one for each accessory and companion, and the rig's own last.
struct PageFigures {
    /// The greatest numbers of tables, and of rows in each; any more are only counted.
    static let mostTables = 32
    static let mostRows = 60

    /// One line of a table: the median of all samples with one name.
    private struct Row {
        let name: String
        let value: Quantity
        let samples: Int
    }

    private let tables: [(title: String, rows: [Row])]

    init(_ measured: [Measured]) {
        var subjects: [String?] = []
        for one in measured where !subjects.contains(one.subject) { subjects.append(one.subject) }
        tables = (subjects.filter { $0 != nil } + (subjects.contains(nil) ? [nil] : [])).map { subject in
            let own = measured.filter { $0.subject == subject }
            return (subject ?? Sentence.rigFigures.description, Self.rows(of: own))
        }
    }

    var isEmpty: Bool { tables.isEmpty }

    private static func rows(of measured: [Measured]) -> [Row] {
        var names: [String] = []
        var groups: [String: [Measured]] = [:]
        for one in measured {
            if groups[one.what] == nil { names.append(one.what) }
            groups[one.what, default: []].append(one)
        }
        return names.compactMap { name in
            let samples = (groups[name] ?? []).sorted { $0.value.parts.number < $1.value.parts.number }
            let count = samples.reduce(0) { $0 + max(1, $1.times ?? 1) }
            var passed = 0
            let median = samples.first { one in
                passed += max(1, one.times ?? 1)
                return passed * 2 >= count
            }
            return median.map { Row(name: name, value: $0.value, samples: count) }
        }
    }

    func write(to html: inout HTMLText) {
        html.raw("<section id=\"figures\"><h2>Figures</h2>\n<div class=\"figures\">")
        for (title, rows) in tables.prefix(Self.mostTables) {
            html.raw("<table><caption>")
            html.data(title)
            html.raw("</caption><thead><tr><th scope=\"col\">Figure</th><th scope=\"col\">Value</th>")
            html.raw("<th scope=\"col\">Samples</th></tr></thead><tbody>\n")
            for row in rows.prefix(Self.mostRows) {
                html.raw("<tr>")
                html.element("th", "scope=\"row\"", row.name)
                html.element("td", "class=\"figure\" data-label=\"Value\"", row.value.description)
                html.element("td", "class=\"figure\" data-label=\"Samples\"", "\(row.samples)")
                html.raw("</tr>\n")
            }
            html.raw("</tbody></table>\n")
            let rest = rows.count - Self.mostRows
            if rest > 0 { html.element("p", "class=\"none\"", Sentence.moreFigures(rest).description) }
        }
        html.raw("</div>\n")
        html.element("p", "class=\"none\"", Sentence.mediansAreShown.description)
        html.raw("</section>\n")
    }
}
