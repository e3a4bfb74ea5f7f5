public import Evidence
import Ground
public import Journal
import Recordings

/// The accessories' firmware identities in the journal of a run on disk.
public enum ToldIdentities {
    /// The maximum size of a journal; an identity run has a few hundred lines.
    private static let mostOfJournal = 64 << 20

    /// Reads a journal. Throws if it cannot be read, with the line.
    public static func all(inJournal path: String) throws(CommandError) -> [RunIdentity] {
        let bytes = try InputFile.bytes(of: path, atMost: mostOfJournal)
        var entries: [JournalEntry] = []
        for (number, line) in bytes.split(separator: 0x0A).enumerated() {
            do {
                entries.append(try JournalEntry(jsonLine: Array(line)))
            } catch {
                throw CommandError(
                    what: "\(path.escapedForDisplay), line \(number + 1), cannot be read: \(error)", remedy: nil)
            }
        }
        return entries.identities()
    }
}
