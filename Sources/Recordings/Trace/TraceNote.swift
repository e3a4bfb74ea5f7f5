public import Ground
public import Journal
public import Vocabulary
import Wording

/// A journal entry other than a frame, as text.
public struct TraceNote: Hashable, Sendable {
    public let instant: Instant
    /// The kind of the entry: `step started`, `distance`, or one of the phone's own such as `zone`.
    public let kind: String
    /// The link concerned; nil if there is none.
    public let link: LinkID?
    /// The text in UTF-8 followed by the line, in one allocation that most readers of a trace never look into.
    private let bytes: [UInt8]
    private let textLength: Int

    public init(_ kind: String, at instant: Instant, link: LinkID? = nil, text: String, line: [UInt8]) {
        self.init(kind, at: instant, link: link, utf8: text.utf8, line: line)
    }

    /// Creates a note from a text that is known to be UTF-8.
    init(
        _ kind: String, at instant: Instant, link: LinkID?, utf8 text: some Collection<UInt8>,
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

    /// The event as a sentence without a full stop; text from a peer is not escaped.
    public var text: String { String(decoding: bytes[..<textLength], as: UTF8.self) }

    /// The entry as the journal's line of JSON, without a line feed.
    public var line: [UInt8] { Array(bytes[textLength...]) }
}

extension TraceNote {
    /// Creates a note of a trace from a journal entry and its line of JSON.
    ///
    /// Returns nil for a frame, which a trace has anyway, and for an entry that distinguishes otherwise identical
    /// runs.
    public init?(_ entry: JournalEntry, line: [UInt8]) {
        guard let (kind, link, text) = entry.event.words else { return nil }
        self.init(kind, at: entry.instant, link: link, text: text, line: line)
    }

    /// Creates a note from a journal entry whose line has not been made yet.
    public init?(_ entry: JournalEntry) { self.init(entry, line: entry.jsonLine()) }

    /// Whether the note is of the given kind.
    public func isOf(_ kind: EntryKind) -> Bool { self.kind == kind.rawValue }

    /// The journal's event; nil for a note that has text alone, such as one from an imported capture.
    public var event: JournalEvent? { try? JournalEntry(jsonLine: line).event }
}
