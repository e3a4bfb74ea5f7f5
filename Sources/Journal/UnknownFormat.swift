/// A journal or a verdict of a format that this program does not know.
public struct NewerFormat: Error, Hashable, Sendable {
    /// What has it: `journal`.
    public let what: String
    /// Its format.
    public let format: Int
    /// The newest that this program reads.
    public let newest: Int

    public init(what: String, format: Int, newest: Int) {
        (self.what, self.format, self.newest) = (what, format, newest)
    }

    /// Throws where a document has a newer format than the newest one that is known.
    public static func check(_ format: Int, of what: String, newest: Int) throws(NewerFormat) {
        guard format <= newest else { throw NewerFormat(what: what, format: format, newest: newest) }
    }
}

extension NewerFormat: CustomStringConvertible {
    public var description: String {
        "the \(what) has format \(format), and this program reads formats 1 to \(newest)"
    }
}
