import Ground

/// Writes one JSON object, with its fields in the given order (RFC 8259).
struct JSONText {
    private(set) var text = "{"

    mutating func field(_ name: String, _ value: String) {
        begin(name)
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.isSafeToShow { text.unicodeScalars.append(scalar) } else { text += scalar.jsonEscape }
            }
        }
        text += "\""
    }

    mutating func field(_ name: String, _ value: some BinaryInteger) {
        begin(name)
        text += "\(value)"
    }

    /// The complete object.
    var closed: String { text + "}" }

    private mutating func begin(_ name: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(name)\":"
    }
}
