import Evidence
public import Ground

/// The contents of a search's record: every complete line.
///
/// A record in which a line was changed, removed, inserted or moved is rejected, because each line authenticates those
/// before it. After the last complete line there may be the beginning of another, left by a program killed during the
/// write.
public struct BisectReading {
    let start: BisectStart
    /// The entries after the line that starts the search.
    let entries: [BisectEntry]
    /// The chain's value after each line, including the first.
    let chains: [ContentHash]
    /// The number of bytes in complete lines.
    public let wholeBytes: Int
    /// The number of bytes after them.
    public let cutBytes: Int

    /// Parses a record. Throws with the line and byte of the first mistake.
    public init(_ bytes: [UInt8]) throws(DocumentError) {
        var lines = BisectLines()
        try self.init(bytes, &lines)
    }

    /// Parses a record so that `lines` can then continue it.
    init(_ bytes: [UInt8], _ lines: inout BisectLines) throws(DocumentError) {
        var entries: [BisectEntry] = []
        var chains: [ContentHash] = []
        var place = 0
        while let end = bytes[place...].firstIndex(of: 0x0A) {
            do throws(DocumentError) {
                entries.append(try lines.entry(bytes[place..<end]))
                chains.append(lines.last)
            } catch {
                throw DocumentError(error.what, offset: place + (error.offset ?? 0), line: entries.count + 1)
            }
            place = end + 1
        }
        guard case .began(let start)? = entries.first else {
            throw DocumentError("it does not say that a search began", offset: 0, line: 1)
        }
        (self.start, self.chains) = (start, chains)
        self.entries = Array(entries.dropFirst())
        (wholeBytes, cutBytes) = (place, bytes.count - place)
    }
}
