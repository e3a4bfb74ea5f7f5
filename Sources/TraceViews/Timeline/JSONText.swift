/// Writes one object of JSON, in the order in which its fields are given (RFC 8259).
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
                if Self.isPlain(scalar) { text.unicodeScalars.append(scalar) } else { escape(scalar) }
            }
        }
        text += "\""
    }

    /// Whether a scalar moves no cursor and turns no text round; the same that console and reports let through.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// A scalar as one or two UTF-16 units.
    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    mutating func field(_ name: String, _ value: some BinaryInteger) {
        begin(name)
        text += "\(value)"
    }

    /// The object with its end.
    var closed: String { text + "}" }

    private mutating func begin(_ name: String) {
        if text.utf8.count > 1 { text += "," }
        text += "\"\(name)\":"
    }
}
