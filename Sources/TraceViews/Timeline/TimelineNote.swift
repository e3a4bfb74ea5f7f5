import Journal
import Recordings
import Traces

extension TimelineEntry {
    /// A step, a zone change, a finding, the verdict: what is no frame.
    public struct Note: Sendable {
        /// Where the text comes from: it is made when somebody asks for it, which most readers do for a few alone.
        private enum Source: Sendable {
            case text(String)
            case note(TraceNote)
            case packet(CapturedPacket)
            case verdict(String, reason: String?)
        }

        /// As a word: `step`, `zone`, `finding`, `verdict`.
        public let kind: String
        /// The link that it belongs to, as text; nil for what belongs to the run.
        public let link: String?
        private let source: Source

        public init(kind: String, link: String? = nil, text: String) {
            self.kind = kind
            self.link = link
            source = .text(text)
        }

        /// An entry of the journal.
        init(_ note: TraceNote) {
            kind = note.kind
            link = note.link
            source = .note(note)
        }

        /// What the run came to.
        init(verdict: String, because reason: String?) {
            kind = EntryKind.verdict.rawValue
            link = nil
            source = .verdict(verdict, reason: reason)
        }

        /// What somebody else saw.
        init(_ packet: CapturedPacket) {
            kind = TimelineEntry.kernelKind
            link = nil
            source = .packet(packet)
        }

        /// One line; text from an accessory or a file may be in it, escaped where it is shown.
        public var text: String {
            switch source {
            case .text(let text): text
            case .note(let note): note.text
            case .packet(let packet): packet.kernelText
            case .verdict(let verdict, let reason): verdict + (reason.map { ": \($0)" } ?? "")
            }
        }

        /// What the journal has; nil for what is told in words alone.
        var event: JournalEvent? {
            if case .note(let note) = source { note.event } else { nil }
        }

        /// The verdict, where it is one.
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
