import Ground

/// Why a record or message cannot be written, for content that comes from a person or a file.
public enum UnwritableNDEF: Error, Hashable, Sendable {
    case noRecords
    case typeMissing(TypeNameFormat)
    case typeNotAllowed(TypeNameFormat)
    case typeTooLong(Int)
    case identifierTooLong(Int)
    case emptyRecordWithContent
    case payloadTooLong(Int)
    /// A language tag is at most 63 ASCII characters.
    case language(String)
    /// A media type is `a/b`, an external type `domain:name`.
    case typeName(String, wanted: String)
    case emptyURI
    case messageTooLong(Int, limit: Int)
}

extension UnwritableNDEF: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noRecords: "a message needs at least one record"
        case .typeMissing(let format): "a record of the format \"\(format)\" needs a type"
        case .typeNotAllowed(let format): "a record of the format \"\(format)\" cannot have a type"
        case .typeTooLong(let count): "the type has \(count) bytes, 255 are the most"
        case .identifierTooLong(let count): "the id has \(count) bytes, 255 are the most"
        case .emptyRecordWithContent: "an empty record has neither id nor payload"
        case .payloadTooLong(let count): "the payload has \(count) bytes, 4294967295 are the most"
        case .language(let text): "\"\(text.escapedForDisplay)\" is no language tag: at most 63 ASCII characters"
        case .typeName(let text, let wanted): "\"\(text.escapedForDisplay)\" is no type such as \(wanted)"
        case .emptyURI: "the URI has no characters"
        case .messageTooLong(let count, let limit): "the message has \(count) bytes, \(limit) are the most"
        }
    }
}
