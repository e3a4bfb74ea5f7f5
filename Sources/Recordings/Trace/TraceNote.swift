public import Ground

/// An entry of the journal that is no frame, as text.
public struct TraceNote: Hashable, Sendable {
    public let instant: Instant
    /// What kind of entry: `step started`, `distance`, or the phone's own kinds such as `zone`.
    public let kind: String
    /// The link that it speaks of, in the journal's words; nil where it speaks of none.
    public let link: String?
    /// What happened, as a sentence without its full stop; text of a peer in it is not escaped.
    public let text: String
    /// The entry as the journal's line of JSON, without its line feed.
    public let line: [UInt8]

    public init(_ kind: String, at instant: Instant, link: String? = nil, text: String, line: [UInt8]) {
        self.kind = kind
        self.instant = instant
        self.link = link
        self.text = text
        self.line = line
    }
}
