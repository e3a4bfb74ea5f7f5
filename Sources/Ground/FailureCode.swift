/// The stable name of a way to fail, or of something found: `session.neverStarted`.
///
/// Programs read codes, people read sentences. Its first word is the topic. Which codes there are, and what each
/// means, is in the module `Vocabulary`.
public struct FailureCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension FailureCode: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension FailureCode: CustomStringConvertible {
    public var description: String { rawValue }
}

/// As one string; a code that is not known here stays what it is.
extension FailureCode: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
