public import Ground

/// What a failure means, in the words of whoever wrote the scenario, and as a code where the scenario names one.
public struct Meaning: Hashable, Sendable {
    /// As a sentence without its full stop.
    public let text: String
    /// One of those that `trammel explain` lists.
    public let code: FailureCode?
    /// The codes of what was seen that bear it out; nil for every failure that shows what its step is about.
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

/// As a string, and with a code as an object.
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
