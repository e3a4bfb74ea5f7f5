public import Ground
public import Journal
import Links
public import Recordings

/// One line of a trace's timeline: a frame with its meaning, or something that happened between frames.
public struct TimelineEntry: Hashable, Sendable {
    /// One frame on one link.
    public struct Frame: Hashable, Sendable {
        /// The frame's number among all frames of the run, from 1.
        public let number: Int
        public let link: LinkID
        public let direction: FrameRecord.Direction
        public let meaning: FrameMeaning
        /// The bytes as on the link; empty for an act.
        public let bytes: [UInt8]

        public init(
            number: Int, link: LinkID, direction: FrameRecord.Direction, meaning: FrameMeaning, bytes: [UInt8] = []
        ) {
            self.number = number
            self.link = link
            self.direction = direction
            self.meaning = meaning
            self.bytes = bytes
        }
    }

    public enum Content: Hashable, Sendable {
        case frame(Frame)
        case note(Note)
    }

    public let instant: Instant
    public let content: Content

    public init(_ content: Content, at instant: Instant) {
        self.instant = instant
        self.content = content
    }

    /// Whether it is a frame rather than a note.
    public var isFrame: Bool {
        if case .frame = content { return true }
        return false
    }

    /// The frame; nil for a note.
    public var frame: Frame? {
        if case .frame(let frame) = content { return frame }
        return nil
    }

    /// The kind of entry, for filters: a frame's kind or a note's.
    public var kind: String {
        switch content {
        case .frame(let frame): frame.meaning.kind
        case .note(let note): note.kind
        }
    }

    /// The link; nil for an entry that concerns the whole run.
    public var link: LinkID? {
        switch content {
        case .frame(let frame): frame.link
        case .note(let note): note.link
        }
    }

    /// The entry's content, in one line that is safe to print.
    public var text: String {
        switch content {
        case .frame(let frame): frame.meaning.text
        case .note(let note): note.text.escapedForDisplay
        }
    }
}

extension TimelineEntry: CustomStringConvertible {
    /// One line for a terminal: instant, frame number, direction, link, meaning.
    public var description: String {
        let time = instant.description.leftPadded(to: 12)
        switch content {
        case .frame(let frame):
            let arrow = frame.direction == .inbound ? "<-" : "->"
            let link = frame.link.description.escapedForDisplay.rightPadded(to: 14)
            return "\(time)  \("#\(frame.number)".leftPadded(to: 6)) \(arrow) \(link)  \(text)"
        case .note(let note):
            return "\(time)  \("".leftPadded(to: 6)) -- \(note.kind.escapedForDisplay.rightPadded(to: 14))  \(text)"
        }
    }
}

extension String {
    /// Returns the text with spaces before it, up to `width` characters.
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - utf8.count)) + self }

    /// Returns the text with spaces after it, up to `width` characters.
    func rightPadded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - utf8.count)) }
}
