extension String {
    /// The text with every control character, bidirectional override and line separator escaped.
    ///
    /// Text from a tag, an accessory or a file is data: it must not move a terminal's cursor or forge a report's line.
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

    /// The text for a sentence: escaped, and cut after so many characters, for a file may hold very long ones.
    public func shown(_ limit: Int = 60) -> String {
        let scalars = unicodeScalars
        guard scalars.count > limit else { return escapedForDisplay }
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: scalars.prefix(limit))
        return String(cut).escapedForDisplay + "..."
    }

    /// Text decoded from bytes that must be UTF-8; nil with no replacement characters when they are not.
    public init?(strictUTF8 bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self = text
    }
}

extension Unicode.Scalar {
    /// Whether it moves no cursor and turns no text round.
    ///
    /// Not so: control characters (C0, DEL and C1), marks and overrides of direction, separators of lines and
    /// paragraphs, and what Unicode assigns no meaning.
    public var isSafeToShow: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    /// The scalar as JSON escapes it: `\u202e`, or two such units.
    public var jsonEscape: String {
        String(self).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

extension [UInt8] {
    /// JSON in UTF-8 that means the same, with all that is not safe to show in its texts escaped.
    ///
    /// Encoders escape what the standard wants, which is only what is below a space.
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
    /// Whether the bytes are text in UTF-8.
    public var isUTF8: Bool {
        // The library's decoder asks at run time what it decodes, which takes longer than most texts of a trace.
        let bits = withUnsafeBytes { $0.reduce(0, |) }
        return bits < 0x80 || String(validating: self, as: UTF8.self) != nil
    }
}

/// A number and what it counts: `1 round`, `2 rounds`.
public func counted(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
}
