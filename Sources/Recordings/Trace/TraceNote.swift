public import Ground
public import Journal
import Vocabulary
import Wording

/// An entry of the journal that is no frame, as text.
public struct TraceNote: Hashable, Sendable {
    public let instant: Instant
    /// What kind of entry: `step started`, `distance`, or the phone's own kinds such as `zone`.
    public let kind: String
    /// The link that it speaks of, in the journal's words; nil where it speaks of none.
    public let link: String?
    /// The text in UTF-8, and behind it the line: one piece of memory, which most readers of a trace never look into.
    private let bytes: [UInt8]
    private let textLength: Int

    public init(_ kind: String, at instant: Instant, link: String? = nil, text: String, line: [UInt8]) {
        self.init(kind, at: instant, link: link, utf8: text.utf8, line: line)
    }

    /// The same with a text that is known to be UTF-8.
    init(
        _ kind: String, at instant: Instant, link: String?, utf8 text: some Collection<UInt8>,
        line: some Collection<UInt8>
    ) {
        self.kind = kind
        self.instant = instant
        self.link = link
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + line.count)
        bytes.append(contentsOf: text)
        textLength = bytes.count
        bytes.append(contentsOf: line)
        self.bytes = bytes
    }

    /// What happened, as a sentence without its full stop; text of a peer in it is not escaped.
    public var text: String { String(decoding: bytes[..<textLength], as: UTF8.self) }

    /// The entry as the journal's line of JSON, without its line feed.
    public var line: [UInt8] { Array(bytes[textLength...]) }
}

extension TraceNote {
    /// An entry of the journal as a note of the trace, with its line of JSON.
    ///
    /// Nil for a frame, which a trace has, and for what tells one run from another that is the same.
    public init?(_ entry: JournalEntry, line: [UInt8]) {
        guard let (kind, link, text) = entry.event.words else { return nil }
        self.init(kind, at: entry.instant, link: link, text: text, line: line)
    }

    /// The same where nobody has made the line yet.
    ///
    /// Throws what the journal's encoder throws, which no entry made by this project gives cause for.
    public init?(_ entry: JournalEntry) throws { self.init(entry, line: try entry.jsonLine()) }

    /// Whether it is of this kind.
    public func isOf(_ kind: EntryKind) -> Bool { self.kind == kind.rawValue }

    /// What the journal has; nil for an entry that is words alone, as of an imported capture.
    public var event: JournalEvent? { try? JournalEntry(jsonLine: line).event }
}
