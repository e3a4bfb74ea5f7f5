import Gate
import GateKit
import Ground

/// A gate as one self-contained page: the verdict with its reason, what failed, the scenarios with their rates, what
/// that proves, and then all of its basis.
///
/// The page is complete without styles and scripts, which some hosts of such pages remove: tables, lists and plots
/// contain everything they need. It loads nothing from elsewhere, and every list on it has a limit.
public struct GatePage {
    public static let fileName = "gate.html"

    private let report: GateReport

    public init(_ report: GateReport) { self.report = report }

    /// The complete page.
    public var html: String {
        var html = HTMLText()
        let document = report.document
        let file = GateMatrix.name(of: document.firmware).shown(120)
        let title = "\(GateWords.heading(document.result)): gate for \(file)"
        PageFrame.begin(&html, title: title, style: PageStyle.charts + GateStyle.sheet)
        let head = GateHead(report: report)
        head.write(to: &html)
        html.raw("<main>\n")
        GateCulprits(report: report).write(to: &html)
        GateMatrix(report).write(to: &html)
        writeProofs(to: &html)
        head.writeFacts(to: &html)
        GateFailures(report).write(to: &html)
        GateQuantities(report).write(to: &html)
        GateUnplayed(document: document).write(to: &html)
        GateTables(report: report).write(to: &html)
        html.raw("</main>\n")
        PageFrame.end(&html)
        return html.text
    }

    private func writeProofs(to html: inout HTMLText) {
        html.raw("<section id=\"proof\"><h2>What this proves, and what not</h2>\n<div class=\"halves\">")
        for (title, lines, none) in [
            ("Proved", report.document.proves, "Nothing."),
            ("Not proved", report.document.doesNotProve, "Nothing is named."),
        ] {
            html.raw("<div><h3>\(title)</h3>")
            if lines.isEmpty { html.element("p", "", none) } else { Self.list(lines, to: &html) }
            html.raw("</div>")
        }
        html.raw("</div></section>\n")
    }

    /// The maximum number of lines shown in a list.
    static let mostLines = 200

    static func list(_ lines: [String], to html: inout HTMLText) {
        html.raw("<ul class=\"list\">")
        for line in lines.prefix(mostLines) { html.element("li", "", line.shown(2_000)) }
        if lines.count > mostLines { html.element("li", "", "\(lines.count - mostLines) more") }
        html.raw("</ul>\n")
    }
}

/// The additions to the common page style: colours of plots in dark mode, hatched cells, details expanded in print.
enum GateStyle {
    static let sheet =
        """
        .chart .f-ink,.chart .f-soft{stroke:none}.sign{display:inline-block;width:14px;height:14px;\
        vertical-align:-2px}caption{text-align:left;\
        font-weight:600;padding-top:.4rem}.matrix{border:0}.matrix th,.matrix td{border:1px solid var(--line);\
        padding:.25rem .5rem;white-space:normal}.matrix tbody th{min-width:10rem}
        .rate{width:150px;height:30px;margin-top:.2rem}.cell{min-width:7.5rem}
        .hatched{background:repeating-linear-gradient(45deg,transparent 0 6px,var(--tint) 6px 12px)}
        .halves{display:grid;grid-template-columns:1fr 1fr;gap:0 1.5rem}.halves>*{min-width:0;\
        overflow-wrap:anywhere}.lead{font-size:1.05rem}
        figure .chart{max-width:44rem}
        @media(max-width:40rem){.halves{grid-template-columns:1fr}.chart.sign{width:14px}.chart.rate{width:150px}\
        .chart.rate text{font-size:8px}\
        td.figure{white-space:normal;max-width:100%}}
        @media print{details::details-content{content-visibility:visible!important;block-size:auto!important;\
        display:block!important;height:auto!important}.halves{grid-template-columns:1fr 1fr}\
        thead{display:table-header-group}figure{max-width:80%}a[href]{color:inherit}}
        @media(prefers-reduced-motion:reduce){*{scroll-behavior:auto!important}}

        """ + PlotColour.style
}
