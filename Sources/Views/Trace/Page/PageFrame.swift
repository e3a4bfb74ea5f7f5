import Wording

/// The frame of every page: a single self-contained file, with the style and script shared by all pages.
public enum PageFrame {
    /// The criteria offered by a page's filter form.
    public struct Filter: Sendable {
        /// The label of the kinds, and the available kinds.
        public let kinds: (label: String, names: [String])
        /// The available links; empty for a page without links.
        public let links: [String]
        /// The label of the checkbox that keeps only problems.
        public let bad: String

        public init(kinds: (label: String, names: [String]), links: [String] = [], bad: String) {
            self.kinds = kinds
            self.links = links
            self.bad = bad
        }
    }

    /// Writes everything before the page's content; the title may come from a file, and `style` is the page's
    /// additional style.
    public static func begin(_ html: inout HTMLText, title: String, style: String = "") {
        html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        html.raw("<meta name=\"color-scheme\" content=\"light dark\">")
        html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        html.raw("style-src 'unsafe-inline'; script-src 'sha256-\(PageScript.hash)'; base-uri 'none'; ")
        html.raw("form-action 'none'\">")
        html.element("title", "", "\(title) - Trammel")
        html.raw("<style>\(PageStyle.sheet)\(style)</style></head><body>\n")
    }

    /// Writes everything after the page's content; a page without anything to choose needs no script.
    public static func end(_ html: inout HTMLText, hasScript: Bool = true) {
        guard hasScript else { return html.raw("</body></html>\n") }
        html.raw("<dialog id=\"keys\"><h2>Keys</h2><dl>\n")
        for (key, action) in Sentence.pageKeys {
            html.raw("<dt><kbd>\(key)</kbd></dt>")
            html.element("dd", "", action.description)
            html.raw("\n")
        }
        html.raw("</dl><form method=\"dialog\"><button>Close</button></form></dialog>\n")
        html.raw("<script>\(PageScript.text)</script>\n</body></html>\n")
    }

    /// Writes the links to the page's parts, and a button for the list of keys, which appears only if scripts run.
    static func write(links: [(address: String, title: String)], to html: inout HTMLText) {
        html.raw("<nav>")
        for (address, title) in links { html.raw("<a href=\"\(HTMLText.escaped(address))\">\(title)</a> ") }
        html.raw("<button type=\"button\" id=\"help\" hidden>Keys <kbd>?</kbd></button></nav>\n")
    }

    /// Writes the filter, which appears only if scripts run.
    public static func write(_ filter: Filter, to html: inout HTMLText) {
        html.raw("<form id=\"filter\" hidden><label>Text <input type=\"search\" name=\"words\"></label>\n")
        select("kind", filter.kinds.label, filter.kinds.names, to: &html)
        if !filter.links.isEmpty { select("link", "Link", filter.links, to: &html) }
        html.raw("<label><input type=\"checkbox\" name=\"bad\"> ")
        html.data(filter.bad)
        html.raw("</label> <button type=\"reset\">Show all</button> <output></output></form>\n")
    }

    private static func select(_ name: String, _ label: String, _ values: [String], to html: inout HTMLText) {
        html.raw("<label>")
        html.data(label)
        html.raw(" <select name=\"\(name)\"><option value=\"\">all</option>")
        for value in values {
            html.raw("<option value=\"\(HTMLText.escaped(value))\">")
            html.data(value)
            html.raw("</option>")
        }
        html.raw("</select></label>\n")
    }
}
