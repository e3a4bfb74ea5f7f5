/// The frame of every page: one file that takes nothing from elsewhere, with the style and the script of all pages.
public enum PageFrame {
    /// What a form filters by.
    public struct Filter: Sendable {
        /// The label of the kinds, and the kinds that there are.
        public let kinds: (label: String, names: [String])
        /// The links that there are; none for a page without links.
        public let links: [String]
        /// What the box keeps alone.
        public let bad: String

        public init(kinds: (label: String, names: [String]), links: [String] = [], bad: String) {
            self.kinds = kinds
            self.links = links
            self.bad = bad
        }
    }

    /// Everything before the page's own content; the title may come from a file, and `style` is what the page needs
    /// besides.
    public static func begin(_ html: inout HTMLText, title: String, style: String = "") {
        html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        html.raw("style-src 'unsafe-inline'; script-src 'sha256-\(PageScript.hash)'; base-uri 'none'; ")
        html.raw("form-action 'none'\">")
        html.element("title", "", "\(title) - Trammel")
        html.raw("<style>\(PageStyle.sheet)\(style)</style></head><body>\n")
    }

    /// Everything behind it.
    public static func end(_ html: inout HTMLText) {
        html.raw("<script>\(PageScript.text)</script>\n</body></html>\n")
    }

    /// The filter, which shows itself where scripts run.
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
