import Gate
import Ground

/// The table of scenarios that the standard plan left out before the gate began, each with the reason.
struct GateUnplayed {
    let document: GateDocument

    func write(to html: inout HTMLText) {
        guard let unplayed = document.unplayed else { return }
        html.raw("<section id=\"unplayed\"><h2>Scenarios that were not played (\(unplayed.count))</h2>\n")
        html.element("p", "class=\"facts\"", "The rig cannot play them. Nothing is shown of them, and nothing counts.")
        html.raw("<details class=\"fold\"><summary>Each with the reason</summary>\n")
        GateTables.begin(["scenario", "why"], to: &html)
        for one in unplayed.prefix(GateTables.mostRows) {
            html.raw("<tr>")
            html.element("th", "scope=\"row\"", one.scenario.shown(120))
            GateTables.cell("why", one.reason.shown(400), to: &html)
            html.raw("</tr>\n")
        }
        GateTables.end(unplayed.count, to: &html)
        html.raw("</details></section>\n")
    }
}
