extension String {
    /// The text with every control character, bidirectional override and line separator escaped.
    ///
    /// Text from a tag, an accessory or a file is data: it must not move a terminal's cursor or forge a report's
    /// line.
    public var escapedForDisplay: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isSafeToShow {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text
    }

    /// The text for use in a sentence: escaped, and truncated to `limit` characters, because files may hold very long
    /// texts.
    public func shown(_ limit: Int = 60) -> String {
        let scalars = unicodeScalars
        guard scalars.count > limit else { return escapedForDisplay }
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: scalars.prefix(limit))
        return String(cut).escapedForDisplay + "..."
    }

    /// Decodes bytes that must be UTF-8; returns nil, rather than replacement characters, if they are not.
    public init?(strictUTF8 bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self = text
    }
}

extension Unicode.Scalar {
    /// Whether the scalar neither moves a cursor nor changes the direction of text.
    ///
    /// Unsafe are control characters (C0, DEL and C1), directional marks and overrides, line and paragraph
    /// separators, and code points to which Unicode assigns no meaning.
    public var isSafeToShow: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// The scalar as escaped in JSON: `\u202e`, or two such units.
    public var jsonEscape: String {
        String(self).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

extension [UInt8] {
    /// Equivalent JSON in UTF-8 with all unsafe characters in its texts escaped.
    ///
    /// Encoders escape only the characters that the standard requires, which are those below a space.
    public var escapedAsJSON: [UInt8] {
        if allSatisfy({ $0 < 0x7F }) { return self }
        var text = ""
        for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x7F || scalar.isSafeToShow {
                text.unicodeScalars.append(scalar)
            } else {
                text += scalar.jsonEscape
            }
        }
        return Array(text.utf8)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes are valid UTF-8.
    public var isUTF8: Bool {
        // The library's decoder determines its encoding at run time, which takes longer than most texts of a trace.
        let bits = withUnsafeBytes { $0.reduce(0, |) }
        return bits < 0x80 || String(validating: self, as: UTF8.self) != nil
    }
}

/// A number with its noun: `1 round`, `2 rounds`.
public func counted(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
