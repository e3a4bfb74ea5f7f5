public import Ground

/// The meaning of a failure in the words of the scenario's author, with an optional code.
public struct Meaning: Hashable, Sendable {
    /// The sentence, without a full stop.
    public let text: String
    /// A code that `trammel explain` lists.
    public let code: FailureCode?
    /// The codes of observations that confirm the meaning; nil for every failure that shows the step's own subject.
    public let witnesses: [FailureCode]?

    public init(_ text: String, code: FailureCode? = nil, when witnesses: [FailureCode]? = nil) {
        self.text = text
        self.code = code
        self.witnesses = witnesses
    }
}

extension Meaning: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }
}

/// Coded as a string or, with a code, as an object.
extension Meaning: Codable {
    private enum CodingKeys: CodingKey {
        case text, code, when
    }

    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self.init(text)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .text),
            code: try container.decodeIfPresent(FailureCode.self, forKey: .code),
            when: try container.decodeIfPresent([FailureCode].self, forKey: .when))
    }

    public func encode(to encoder: any Encoder) throws {
        guard code != nil || witnesses != nil else {
            var container = encoder.singleValueContainer()
            return try container.encode(text)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(code, forKey: .code)
        try container.encodeIfPresent(witnesses, forKey: .when)
    }
}
