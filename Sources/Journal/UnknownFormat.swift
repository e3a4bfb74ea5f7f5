import JSON

/// A journal or other document in a format that this program does not read.
public struct UnknownFormat: Error, Hashable, Sendable {
    /// The document: `journal`.
    public let what: String
    /// The format stated in the document.
    public let format: Int
    /// The format that this program reads.
    public let known: Int

    public init(what: String, format: Int, known: Int) {
        (self.what, self.format, self.known) = (what, format, known)
    }

    /// Throws unless a document has the one format that this program reads.
    public static func check(_ format: Int, of what: String, known: Int) throws(UnknownFormat) {
        guard format == known else { throw UnknownFormat(what: what, format: format, known: known) }
    }

    /// Throws unless a document has the one format that this program reads, whatever else it contains. Throws
    /// `DecodingError` if it states none.
    public static func check(json: [UInt8], of what: String, known: Int) throws {
        let head: Head = try JSON.value(from: json)
        try check(head.format, of: what, known: known)
    }

    private struct Head: Decodable {
        let format: Int
    }
}

extension UnknownFormat: CustomStringConvertible {
    public var description: String {
        "the \(what) has format \(format), and this program reads format \(known) alone"
    }
}
