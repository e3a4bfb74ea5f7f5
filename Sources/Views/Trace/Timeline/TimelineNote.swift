import Journal
import Recordings
import Traces
public import Vocabulary

extension TimelineEntry {
    /// A step, a zone change, a finding, the verdict: an entry that is not a frame.
    public struct Note: Sendable {
        /// The source of the text, which is made on demand because most readers need only a few.
        private enum Source: Sendable {
            case text(String)
            case note(TraceNote)
            case packet(CapturedPacket)
            case verdict(String, reason: String?)
        }

        /// The kind as a word: `step`, `zone`, `finding`, `verdict`.
        public let kind: String
        /// The link concerned; nil for a note about the run.
        public let link: LinkID?
        private let source: Source

        public init(kind: String, link: LinkID? = nil, text: String) {
            self.kind = kind
            self.link = link
            source = .text(text)
        }

        /// Creates the note of a journal entry.
        init(_ note: TraceNote) {
            kind = note.kind
            link = note.link
            source = .note(note)
        }

        /// Creates the note of the run's verdict.
        init(verdict: String, because reason: String?) {
            kind = EntryKind.verdict.rawValue
            link = nil
            source = .verdict(verdict, reason: reason)
        }

        /// Creates the note of a packet captured elsewhere.
        init(_ packet: CapturedPacket) {
            kind = TimelineEntry.kernelKind
            link = nil
            source = .packet(packet)
        }

        /// The text in one line; content from an accessory or a file is not escaped until it is shown.
        public var text: String {
            switch source {
            case .text(let text): text
            case .note(let note): note.text
            case .packet(let packet): packet.kernelText
            case .verdict(let verdict, let reason): verdict + (reason.map { ": \($0)" } ?? "")
            }
        }

        /// The journal's event; nil for a note that has only words.
        var event: JournalEvent? {
            if case .note(let note) = source { note.event } else { nil }
        }

        /// The verdict, if the note is one.
        var verdict: VerdictKind? {
            if case .verdict(let verdict, _) = source { VerdictKind(verdict) } else { nil }
        }
    }
}

extension TimelineEntry.Note: Hashable {
    public static func == (one: Self, other: Self) -> Bool {
        one.kind == other.kind && one.link == other.link && one.text == other.text
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(link)
        hasher.combine(text)
    }
}
