/// The stable name of a kind of failure or finding: `session.neverStarted`.
///
/// Programs read codes, people read sentences. The first word is the topic. The codes and their meanings are in the
/// module `Vocabulary`.
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

/// Encoding as a single string; an unknown code is kept.
extension FailureCode: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
