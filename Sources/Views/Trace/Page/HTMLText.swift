import Ground

/// Writes HTML, escaping everything that this project did not write.
public struct HTMLText {
    public private(set) var text = ""

    public init() {}

    /// Writes markup of the page itself.
    public mutating func raw(_ html: String) { text += html }

    /// Writes text, which may come from an accessory, a tag or a file.
    public mutating func data(_ content: String) { text += Self.escaped(content) }

    /// Writes an element that contains only text.
    public mutating func element(_ name: String, _ attributes: String = "", _ content: String) {
        text += "<\(name)\(attributes.isEmpty ? "" : " " + attributes)>\(Self.escaped(content))</\(name)>"
    }

    /// Returns the text with markup characters as references, and control characters as `\u{1b}`.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.escapedForDisplay.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
