import FoundationEssentials
import Ground

extension JournalEntry {
    /// The entry as one line of JSON, keys sorted, without a line feed: the same bytes for the same entry.
    ///
    /// Text of a peer in it neither moves a terminal's cursor nor turns a line round: such characters are escaped.
    /// Throws what the encoder throws, which no entry made by this project gives cause for.
    public func jsonLine() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)).escapedAsJSON
    }

    /// Reads one line of a journal back.
    public init(jsonLine line: [UInt8]) throws {
        self = try JSONDecoder().decode(JournalEntry.self, from: Data(line))
    }
}
