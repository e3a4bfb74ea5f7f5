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
                // U+2028 and U+2029 end a line in JavaScript, where JSON lines are often read.
                if scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029).contains(scalar.value) {
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
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
