/// Another format that may be mistaken for a property list.
enum OtherFormat {
    case json
    /// The format before XML, `{ key = value; }`, which projects and `.strings` files still use.
    case openStep
    case unknown

    /// Returns nil if the text begins like XML.
    init?(_ source: XMLSource) {
        let text = source.bytes[source.start...].drop { XMLSource.isSpace($0) }
        let second = text.dropFirst().first
        switch text.first {
        case nil: self = .unknown
        case UInt8(ascii: "<"):
            // Data in the OpenStep format: <0fbd77 1c2735ae>.
            let rest = text.dropFirst().prefix { $0 != UInt8(ascii: ">") }
            let isHex = !rest.isEmpty && rest.allSatisfy { Self.isHexDigit($0) || XMLSource.isSpace($0) }
            guard isHex, text.dropFirst(rest.count + 1).first != nil else { return nil }
            self = .openStep
        case UInt8(ascii: "["): self = .json
        case UInt8(ascii: "("): self = .openStep
        case UInt8(ascii: "{"): self = Self.ofBraces(text.dropFirst())
        case UInt8(ascii: "/"):
            self = second == UInt8(ascii: "/") || second == UInt8(ascii: "*") ? .openStep : .unknown
        case UInt8(ascii: "\""): self = Self.ofBraces(text)
        default: self = Self.isAssignment(text) ? .openStep : .unknown
        }
    }

    /// Distinguishes JSON, which has a colon after a quoted name, from OpenStep, which has an equals sign.
    private static func ofBraces(_ text: ArraySlice<UInt8>) -> OtherFormat {
        let inner = text.drop { XMLSource.isSpace($0) }
        guard inner.first == UInt8(ascii: "\"") else { return inner.first == UInt8(ascii: "}") ? .json : .openStep }
        let behind = inner.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst().drop { XMLSource.isSpace($0) }
        return behind.first == UInt8(ascii: "=") ? .openStep : .json
    }

    /// Returns whether the text begins with a word and an equals sign, as in a `.strings` file.
    private static func isAssignment(_ text: ArraySlice<UInt8>) -> Bool {
        let rest = text.drop { XMLSource.isNameByte($0) }
        return rest.count < text.count && rest.drop { XMLSource.isSpace($0) }.first == UInt8(ascii: "=")
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    func error(in source: XMLSource) -> PropertyListError {
        let start = source.bytes[source.start...].firstIndex { !XMLSource.isSpace($0) } ?? source.bytes.count
        let what =
            switch self {
            case .json: "this is JSON: a property list in XML or in the binary form is read"
            case .openStep: "this is a property list in the OpenStep form: plutil -convert xml1 makes XML of it"
            case .unknown: "this is no property list: one begins with <?xml, with <plist or with bplist00"
            }
        return PropertyListError(.otherFormat, what, at: source.place(of: start))
    }
}
