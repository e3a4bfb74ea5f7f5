/// A journal of a format that this program does not know.
public struct NewerJournal: Error, Hashable, Sendable {
    /// The journal's format.
    public let format: Int
}

extension NewerJournal: CustomStringConvertible {
    public var description: String {
        "the journal has format \(format), and this program reads formats 1 to \(RunHeader.formatVersion)"
    }
}
