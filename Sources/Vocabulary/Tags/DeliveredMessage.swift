public import TagRouting

/// The NDEF message that an app gets with a link (nfc.md 4.3).
///
/// Scenarios and JSON write it as the number of the tag's records, as `empty`, or as the list of records.
public enum DeliveredMessage: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    /// Exactly one record with the type name format *empty*: the link did not come from a tag.
    case empty
    /// The tag's whole message, by its number of records.
    case ofTag(records: Int)

    /// The tag's whole message: exactly these records, in this order.
    case records([RecordPattern])

    public init(integerLiteral count: Int) { self = .ofTag(records: count) }
    public init(arrayLiteral patterns: RecordPattern...) { self = .records(patterns) }

    /// Returns whether the app's input came with this message.
    public func isMet(by input: AppInput) -> Bool {
        guard case .activity(let activity) = input else { return false }
        switch self {
        case .empty: return !activity.cameFromTag
        case .ofTag(let count): return activity.cameFromTag && activity.records.count == count
        case .records(let patterns):
            let records = activity.records
            return activity.cameFromTag && records.count == patterns.count
                && zip(patterns, records).allSatisfy { $0.matches($1) }
        }
    }
}

/// The form in which an app gets a link (nfc.md 4.3).
public enum DeliveryForm: String, Hashable, Codable, Sendable, CaseIterable {
    /// An activity of type `NSUserActivityTypeBrowsingWeb`, with an NDEF message.
    case browsingWeb
    /// The URL alone: for the browser and for scheme handlers (inferred).
    case url
    /// The app was opened but has no handler for activities, and got nothing.
    case nothing
}

extension DeliveredMessage: Codable {
    private static let emptyText = "empty"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let count = try? container.decode(Int.self) {
            self = .ofTag(records: count)
            return
        }
        if let patterns = try? container.decode([RecordPattern].self) {
            self = .records(patterns)
            return
        }
        let text = try container.decode(String.self)
        guard text == Self.emptyText else {
            let meaning = "the records are a number, \"empty\" or a list, not \"\(text)\""
            throw DecodingError.dataCorruptedError(in: container, debugDescription: meaning)
        }
        self = .empty
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .empty: try container.encode(Self.emptyText)
        case .ofTag(let count): try container.encode(count)
        case .records(let patterns): try container.encode(patterns)
        }
    }
}
