public import Attestation
import Ground

/// A search's record as it was read: every whole line of it.
///
/// Nothing is taken from a record in which a line was changed, cut out, put in or moved: each vouches for those before
/// it. Behind the last whole line may be what a program leaves that is killed while it writes.
public struct BisectReading {
    let start: BisectStart
    /// What follows the line that says that the search began.
    let entries: [BisectEntry]
    /// The chain after each line, the first one too.
    let chains: [ContentHash]
    /// How many bytes the whole lines have.
    public let wholeBytes: Int
    /// How many bytes are behind them.
    public let cutBytes: Int

    /// Reads a record. Throws with line and byte of the first mistake.
    public init(_ bytes: [UInt8]) throws(AttestationError) {
        var lines = BisectLines()
        try self.init(bytes, &lines)
    }

    /// The same; the next line can then be written.
    init(_ bytes: [UInt8], _ lines: inout BisectLines) throws(AttestationError) {
        var entries: [BisectEntry] = []
        var chains: [ContentHash] = []
        var place = 0
        while let end = bytes[place...].firstIndex(of: 0x0A) {
            do throws(AttestationError) {
                entries.append(try lines.entry(bytes[place..<end]))
                chains.append(lines.last)
            } catch {
                throw AttestationError(error.what, offset: place + (error.offset ?? 0), line: entries.count + 1)
            }
            place = end + 1
        }
        guard case .began(let start)? = entries.first else {
            throw AttestationError("it does not say that a search began", offset: 0, line: 1)
        }
        (self.start, self.chains) = (start, chains)
        self.entries = Array(entries.dropFirst())
        (wholeBytes, cutBytes) = (place, bytes.count - place)
    }
}
