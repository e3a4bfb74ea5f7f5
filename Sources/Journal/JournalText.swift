import FoundationEssentials
import Ground

extension JournalEntry {
    /// The entry as one line of JSON with sorted keys and no line feed; the same entry always gives the same bytes.
    ///
    /// Text from a peer can neither move a terminal's cursor nor reverse a line, because such characters are escaped.
    /// Throws the encoder's errors, which no entry made by this project causes.
    public func jsonLine() throws -> [UInt8] {
        do { return try LineWriter.line(of: self).escapedAsJSON } catch is LineWriter.Refusal {}
        return try slowJSONLine()
    }

    /// The same line written by `JSONEncoder`, which is the reference for the bytes.
    func slowJSONLine() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)).escapedAsJSON
    }

    /// Reads one line of a journal; throws `UnknownFormat` for the first line of a journal in another format.
    public init(jsonLine line: [UInt8]) throws {
        self = try JSONDecoder().decode(JournalEntry.self, from: Data(line))
        if case .runStarted(let header) = event {
            try UnknownFormat.check(header.format, of: "journal", known: RunHeader.formatVersion)
        }
    }
}
