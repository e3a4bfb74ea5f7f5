extension String {
    /// The text with every control character, bidirectional override and line separator escaped.
    ///
    /// Text from a tag, an accessory or a file is data: it must not move a terminal's cursor or forge a report's line.
    public var escapedForDisplay: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Text decoded from bytes that must be UTF-8; nil with no replacement characters when they are not.
    public init?(strictUTF8 bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self = text
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are text in UTF-8.
    public var isUTF8: Bool {
        // The library's decoder asks at run time what it decodes, which takes longer than most texts of a trace.
        let bits = withUnsafeBytes { $0.reduce(0, |) }
        return bits < 0x80 || String(validating: self, as: UTF8.self) != nil
    }
}
