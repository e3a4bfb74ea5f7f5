/// The NDEF message that an app gets with a link (fact sheet on NFC 4.3).
///
/// In a scenario and in JSON it is the number of the tag's records, or `empty`.
public enum DeliveredMessage: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// Exactly one record, whose type name format is *empty*: the link came from no tag.
    case empty
    /// The whole message of the tag.
    case ofTag(records: Int)

    public init(integerLiteral count: Int) { self = .ofTag(records: count) }
}

extension DeliveredMessage: Codable {
    private static let emptyText = "empty"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let count = try? container.decode(Int.self) {
            self = .ofTag(records: count)
            return
        }
        let text = try container.decode(String.self)
        guard text == Self.emptyText else {
            let meaning = "the records are a number or \"empty\", not \"\(text)\""
            throw DecodingError.dataCorruptedError(in: container, debugDescription: meaning)
        }
        self = .empty
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .empty: try container.encode(Self.emptyText)
        case .ofTag(let count): try container.encode(count)
        }
    }
}
