import FoundationEssentials
import Ground

extension JournalEntry {
    /// The entry as one line of JSON, keys sorted, without a line feed: the same bytes for the same entry.
    ///
    /// Text of a peer in it neither moves a terminal's cursor nor turns a line round: such characters are escaped.
    /// Throws what the encoder throws, which no entry made by this project gives cause for.
    public func jsonLine() throws -> [UInt8] {
        do { return try LineWriter.line(of: self).escapedAsJSON } catch is LineWriter.Refusal {}
        return try slowJSONLine()
    }

    /// The same by `JSONEncoder`, which says what the bytes are to be.
    func slowJSONLine() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)).escapedAsJSON
    }

    /// Reads one line of a journal back, of this format or of the one before.
    ///
    /// The line with which a journal of a newer format begins is refused.
    public init(jsonLine line: [UInt8]) throws {
        let (decoder, data) = (JSONDecoder(), Data(line))
        do {
            self = try decoder.decode(JournalEntry.self, from: data)
        } catch {
            guard let older = try? decoder.decode(Format1Entry.self, from: data) else { throw error }
            self.init(older.event.today, at: older.instant)
        }
        if case .runStarted(let header) = event {
            try NewerFormat.check(header.format, of: "journal", newest: RunHeader.formatVersion)
        }
    }
}
