/// Writes well-formed XML 1.0, one element at a time, as far as a report needs it.
///
/// Characters that XML 1.0 cannot represent, not even as a reference (section 2.2), are written as `\u{1b}`.
public struct XMLText {
    public private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var openElements: [String] = []

    public init() {}

    /// Begins an element with child elements.
    public mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        text += indentation + tag(name, attributes) + ">\n"
        openElements.append(name)
    }

    /// Ends the innermost open element.
    public mutating func close() {
        guard let name = openElements.popLast() else { preconditionFailure("an element is closed that is not open") }
        text += indentation + "</\(name)>\n"
    }

    /// Writes an element with text, or an empty one.
    public mutating func element(_ name: String, _ attributes: [(String, String)] = [], content: String = "") {
        text += indentation + tag(name, attributes)
        text += content.isEmpty ? "/>\n" : ">\(Self.escaped(content, inAttribute: false))</\(name)>\n"
    }

    /// Writes a comment on a line; two hyphens in a row, which a comment cannot have, become one.
    public mutating func comment(_ comment: String) {
        var shown = Self.escaped(comment, inAttribute: false)
        while shown.contains("--") { shown = shown.replacing("--", with: "-") }
        text += indentation + "<!-- \(shown) -->\n"
    }

    private var indentation: String { String(repeating: "  ", count: openElements.count) }

    private func tag(_ name: String, _ attributes: [(String, String)]) -> String {
        attributes.reduce("<\(name)") { "\($0) \($1.0)=\"\(Self.escaped($1.1, inAttribute: true))\"" }
    }

    static func escaped(_ text: String, inAttribute: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n":
                if inAttribute { result += "&#\(scalar.value);" } else { result.unicodeScalars.append(scalar) }
            case "\r": result += "&#13;"
            default:
                if isAllowed(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                }
            }
        }
        return result
    }

    /// The production Char of XML 1.0; surrogates cannot occur in a Unicode scalar.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
    }
}
