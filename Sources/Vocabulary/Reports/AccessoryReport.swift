import Ground

/// Something that an accessory tells of its own: what its firmware prints, or sends beside the session's messages.
public enum AccessoryReport: Codable, Hashable, Sendable {
    /// It prints such a line.
    case line(LinePattern)
    /// It sends a message that begins with these bytes, and is none of the session's.
    case message(beginning: [UInt8])
    /// It tells a distance, whichever.
    case distance(DistanceReport)

    enum LineCodingKeys: String, CodingKey { case _0 = "pattern" }
    enum DistanceCodingKeys: String, CodingKey { case _0 = "report" }

    /// The patterns of the lines that it may be; none for what is sent.
    public var lines: [LinePattern] {
        switch self {
        case .line(let pattern): [pattern]
        case .message: []
        case .distance(let report): report.lines
        }
    }

    /// Whether it stands on the console, and not on the data channel.
    public var isPrinted: Bool { !lines.isEmpty }
}

extension AccessoryReport: CustomStringConvertible {
    public var description: String {
        switch self {
        case .line(let pattern): "the line \(pattern)"
        case .message(let bytes):
            bytes.count > 8
                ? "the message \(Array(bytes.prefix(8)).hex)... (\(bytes.count) bytes)" : "the message \(bytes.hex)"
        case .distance(let report): "a distance as \(report)"
        }
    }
}
