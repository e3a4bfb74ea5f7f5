public import Ground

/// One frame, or one act that is not bytes, on one link.
public struct FrameRecord: Hashable, Codable, Sendable {
    public enum Direction: String, Hashable, Codable, Sendable {
        /// From the world to the phone.
        case inbound
        /// From the phone to the world.
        case outbound
    }

    /// Counts all frames of a run from 1.
    public let number: Int
    public let instant: Instant
    public let direction: Direction
    /// The link: `bluetooth door`, `uwb kit`, `nfc reader`, `stage`.
    public let link: String
    /// What kind of frame: `att`, `uci`, `tag command`, or an act such as `connect`.
    public let kind: String
    public let bytes: [UInt8]
    /// What belongs to an act that has no bytes: an address, a reason.
    public let note: String
    /// What it means, where somebody decoded it; journals hold the bytes alone.
    public let meaning: String?

    public init(
        number: Int, instant: Instant, direction: Direction, link: String, kind: String, bytes: [UInt8] = [],
        note: String = "", meaning: String? = nil
    ) {
        self.number = number
        self.instant = instant
        self.direction = direction
        self.link = link
        self.kind = kind
        self.bytes = bytes
        self.note = note
        self.meaning = meaning
    }
}

extension FrameRecord: CustomStringConvertible {
    /// One line: number, instant, direction, and its meaning or else kind and bytes; safe to print.
    public var description: String {
        let arrow = direction == .inbound ? "<-" : "->"
        if let meaning { return "#\(number) \(instant) \(arrow) \(meaning.escapedForDisplay)" }
        let content = bytes.isEmpty ? note.escapedForDisplay : bytes.hex
        return "#\(number) \(instant) \(arrow) \(kind) \(content)"
    }
}
