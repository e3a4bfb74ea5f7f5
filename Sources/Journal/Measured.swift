import Ground
public import Vocabulary

/// A measurement of a step, with the limit that applied to it, if any.
public struct Measured: Hashable, Codable, Sendable {
    /// The name of the measurement: `configuration exchange`, `turn-around`.
    public let what: String

    /// The name of the number of frames in a run's summary.
    public static let frames = "frames"

    public let value: Quantity
    public let limit: Quantity?
    /// The number of occurrences, if there were too many to list individually; nil for one.
    public let times: Int?

    public init(_ what: String, _ value: Quantity, limit: Quantity? = nil, times: Int? = nil) {
        self.what = what
        self.value = value
        self.limit = limit
        self.times = times
    }
}

/// Encoding as numbers with a separate unit.
extension Measured {
    private enum CodingKeys: CodingKey {
        case what, value, limit, unit, times
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        what = try container.decode(String.self, forKey: .what)
        times = try container.decodeIfPresent(Int.self, forKey: .times)
        let unit = try container.decode(Quantity.WrittenUnit.self, forKey: .unit)
        value = Self.quantity(try container.decode(Int64.self, forKey: .value), unit)
        limit = try container.decodeIfPresent(Int64.self, forKey: .limit).map { Self.quantity($0, unit) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let (number, unit) = value.parts
        try container.encode(what, forKey: .what)
        try container.encode(number, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encodeIfPresent(limit?.parts.number, forKey: .limit)
        try container.encodeIfPresent(times, forKey: .times)
    }

    private static func quantity(_ number: Int64, _ unit: Quantity.WrittenUnit) -> Quantity {
        switch unit {
        case .nanoseconds: .span(Lapse(nanoseconds: number))
        case .millimetres: .distance(Distance(millimetres: Int32(clamping: number)))
        case .millihertz: .rate(Rate(millihertz: number))
        case .permille: .share(Share(permille: number))
        case .millidegrees: .angle(.degrees(Double(number) / 1000))
        case .count: .count(Int(clamping: number))
        }
    }
}

extension Quantity {
    /// The unit of a number in a document.
    public enum WrittenUnit: String, Codable, Sendable {
        case nanoseconds, millimetres, millihertz, permille, millidegrees, count
    }

    /// The quantity as a whole number of its unit.
    public var parts: (number: Int64, unit: WrittenUnit) {
        switch self {
        case .span(let span): (span.nanoseconds, .nanoseconds)
        case .distance(let distance): (Int64(distance.millimetres), .millimetres)
        case .rate(let rate): (rate.millihertz, .millihertz)
        case .share(let share): (Int64(share.permille), .permille)
        case .angle(let angle): (Int64((angle.degrees * 1000).rounded()), .millidegrees)
        case .count(let count): (Int64(count), .count)
        }
    }
}

extension Measured: CustomStringConvertible {
    public var description: String {
        "\(what) \(value)" + (limit.map { " of \($0)" } ?? "") + (times.map { " (\($0) times)" } ?? "")
    }
}
