/// A page's markup, parsed independently of the code that writes pages.
public struct Markup {
    /// Elements without an end tag.
    private static let empty: Set = ["meta", "input", "br", "hr", "img", "link"]

    /// The start tag of an element: its name, and its attributes with references resolved.
    public struct Element {
        public let name: String
        public let attributes: [String: String]
    }

    public private(set) var elements: [Element] = []
    /// The errors in the markup: an end without its beginning, an element that never ends, a `<` that begins nothing.
    public private(set) var mistakes: [String] = []
    /// All text between the elements except style and script, with references resolved.
    public private(set) var text = ""

    public init(_ html: String) {
        var open: [String] = []
        var rest = html.unicodeScalars[...]
        while let start = rest.firstIndex(of: "<") {
            text += Self.resolved(rest[..<start])
            rest = rest[start...].dropFirst()
            guard let end = Self.end(of: rest) else {
                mistakes.append("an element is cut off")
                return
            }
            let tag = String(String.UnicodeScalarView(rest[..<end]))
            rest = rest[end...].dropFirst()
            if tag.hasPrefix("!doctype") { continue }
            if tag.hasPrefix("/") {
                let name = String(tag.dropFirst())
                if open.last == name { open.removeLast() } else { mistakes.append("</\(name)> in \(open)") }
                continue
            }
            let element = Self.element(tag)
            guard element.name.first?.isLetter == true else {
                mistakes.append("<\(tag)> begins nothing")
                continue
            }
            elements.append(element)
            if Self.empty.contains(element.name) || tag.hasSuffix("/") { continue }
            open.append(element.name)
            // The content of these elements is not markup.
            if element.name == "style" || element.name == "script" { rest = Self.skip(element.name, in: rest) }
        }
        text += Self.resolved(rest)
        mistakes += open.map { "<\($0)> never ends" }
    }

    /// Returns the values of an attribute, in the order of the page.
    public func values(of attribute: String) -> [String] { elements.compactMap { $0.attributes[attribute] } }

    /// The errors in the page's internal addresses: a duplicate id, a link to a missing id.
    public var strayAddresses: [String] {
        let ids = values(of: "id")
        let twice = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys.sorted()
        let known = Set(ids)
        let lost = values(of: "href").filter { $0.hasPrefix("#") && !known.contains(String($0.dropFirst())) }
        return twice.map { "the id \($0) is there twice" } + lost.map { "\($0) leads nowhere" }
    }

    /// Returns the end of a tag, ignoring quoted text.
    private static func end(of tag: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        var quote: Unicode.Scalar?
        for (index, scalar) in zip(tag.indices, tag) {
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            } else if scalar == ">" {
                return index
            }
        }
        return nil
    }

    private static func skip(_ name: String, in rest: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let text = Substring(rest)
        guard let range = text.range(ofFirst: "</\(name)>") else { return rest }
        return rest[range...]
    }

    private static func element(_ tag: String) -> Element {
        let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
        var attributes: [String: String] = [:]
        var rest = tag[name.endIndex...].drop { $0.isWhitespace }
        while !rest.isEmpty, rest != "/" {
            let key = rest.prefix { $0 != "=" && !$0.isWhitespace }
            rest = rest[key.endIndex...]
            guard rest.first == "=", let quote = rest.dropFirst().first, quote == "\"" || quote == "'" else {
                attributes[String(key)] = ""
                rest = rest.drop { $0 == "=" || $0.isWhitespace }
                if key.isEmpty { break }
                continue
            }
            let value = rest.dropFirst(2).prefix { $0 != quote }
            attributes[String(key)] = resolved(value.unicodeScalars)
            rest = rest[value.endIndex...].dropFirst().drop { $0.isWhitespace }
        }
        return Element(name: String(name), attributes: attributes)
    }

    private static func resolved(_ text: Substring.UnicodeScalarView) -> String {
        guard text.contains("&") else { return String(String.UnicodeScalarView(text)) }
        var result = String(String.UnicodeScalarView(text))
        for (reference, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            result = result.replacing(reference, with: sign)
        }
        return result
    }
}

extension Substring {
    fileprivate func range(ofFirst text: String) -> Index? { firstRange(of: text)?.lowerBound }
}
