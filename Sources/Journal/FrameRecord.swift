public import Ground
public import Vocabulary

/// A frame, or an act without bytes, on one link.
public struct FrameRecord: Hashable, Codable, Sendable {
    public enum Direction: String, Hashable, Codable, Sendable {
        /// From the world to the phone.
        case inbound
        /// From the phone to the world.
        case outbound
    }

    /// The frame's number among all frames of the run, from 1.
    public let number: Int
    public let instant: Instant
    public let direction: Direction
    public let link: LinkID
    /// The kind of frame by its stable name: `att`, `uci`, `tag command`, or an act such as `connect`.
    public let kind: String
    public let bytes: [UInt8]
    /// Further values by name; numbers have their unit in the name: `withinNanoseconds`.
    public let values: [String: FrameValue]
    /// The frame in words, for people: for an act, or for bytes that were decoded.
    public let meaning: String?

    public init(
        number: Int, instant: Instant, direction: Direction, link: LinkID, kind: String, bytes: [UInt8] = [],
        values: [String: FrameValue] = [:], meaning: String? = nil
    ) {
        self.number = number
        self.instant = instant
        self.direction = direction
        self.link = link
        self.kind = kind
        self.bytes = bytes
        self.values = values
        self.meaning = meaning
    }
}

extension FrameRecord {
    private enum CodingKeys: CodingKey {
        case number, instant, direction, link, kind, bytes, values, meaning
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try container.decode(Int.self, forKey: .number),
            instant: try container.decode(Instant.self, forKey: .instant),
            direction: try container.decode(Direction.self, forKey: .direction),
            link: try container.decode(LinkID.self, forKey: .link),
            kind: try container.decode(String.self, forKey: .kind),
            bytes: try container.decode([UInt8].self, forKey: .bytes),
            values: try container.decodeIfPresent([String: FrameValue].self, forKey: .values) ?? [:],
            meaning: try container.decodeIfPresent(String.self, forKey: .meaning))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encode(instant, forKey: .instant)
        try container.encode(direction, forKey: .direction)
        try container.encode(link, forKey: .link)
        try container.encode(kind, forKey: .kind)
        try container.encode(bytes, forKey: .bytes)
        if !values.isEmpty { try container.encode(values, forKey: .values) }
        try container.encodeIfPresent(meaning, forKey: .meaning)
    }
}

extension FrameRecord: CustomStringConvertible {
    /// The frame in one line: number, instant, direction, and its meaning or else kind and bytes; safe to print.
    public var description: String {
        let arrow = direction == .inbound ? "<-" : "->"
        return "#\(number) \(instant) \(arrow) " + (meaning?.escapedForDisplay ?? "\(kind) \(bytes.hex)")
    }
}

/// A labelled value of a frame, encoded in JSON as the bare value.
public enum FrameValue: Hashable, Sendable {
    case number(Int64)
    case text(String)
    case flag(Bool)
    case texts([String])
}

extension FrameValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The most common type first, because a failed attempt costs more than the decoding itself.
        if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .texts(try container.decode([String].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        case .texts(let texts): try container.encode(texts)
        }
    }
}
