public import Ground

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
