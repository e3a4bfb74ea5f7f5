import Ground

/// Something an accessory reports by itself: lines its firmware prints, or messages outside the session.
public enum AccessoryReport: Codable, Hashable, Sendable {
    /// It prints a line with this pattern.
    case line(LinePattern)
    /// It sends a message that begins with these bytes and does not belong to the session.
    case message(beginning: [UInt8])
    /// It reports any distance.
    case distance(DistanceReport)

    enum LineCodingKeys: String, CodingKey { case _0 = "pattern" }
    enum DistanceCodingKeys: String, CodingKey { case _0 = "report" }

    /// The patterns of the printed lines; empty for a sent message.
    public var lines: [LinePattern] {
        switch self {
        case .line(let pattern): [pattern]
        case .message: []
        case .distance(let report): report.lines
        }
    }

    /// Whether it appears on the console rather than the data channel.
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
