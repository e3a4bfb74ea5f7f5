import Ground

/// A field of a frame in words: its name and its value, both safe to print.
public struct DecodedField: Hashable, Sendable {
    public let name: String
    public let value: String

    init(_ name: String, _ value: some CustomStringConvertible) {
        self.name = name
        self.value = value.description.escapedForDisplay
    }
}

extension FrameMeaning {
    /// The fields in the order of the bytes; empty for a frame that one line describes completely.
    public var fields: [DecodedField] {
        switch self {
        case .att(let meaning): meaning.fields
        case .uci(let meaning): meaning.fields
        case .uciPieces(let pieces): pieces.flatMap(\.fields)
        case .messages(let messages): messages.flatMap(\.fields)
        case .malformed(let what, let malformed, let bytes):
            [
                DecodedField("parsed as", what), DecodedField("problem", malformed),
                DecodedField("bytes", bytes.shown()),
            ]
        case .cli, .tagCommand, .tagAnswer, .control, .request, .event: []
        }
    }
}
