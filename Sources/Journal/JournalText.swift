import Ground
import JSON

extension JournalEntry {
    /// The entry as one line of JSON with sorted keys and no line feed; the same entry always gives the same bytes.
    ///
    /// Text from a peer can neither move a terminal's cursor nor reverse a line, because such characters are escaped.
    public func jsonLine() -> [UInt8] { JSON.line(self) }

    /// Reads one line of a journal; throws `UnknownFormat` for the first line of a journal in another format.
    public init(jsonLine line: [UInt8]) throws {
        self = try JSON.value(from: line)
        if case .runStarted(let header) = event {
            try UnknownFormat.check(header.format, of: "journal", known: RunHeader.formatVersion)
        }
    }
}
