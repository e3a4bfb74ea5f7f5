import Ground
public import Vocabulary

/// A measurement of a step or a run, with the limit that applied to it, if any.
public struct Measured: Hashable, Codable, Sendable {
    /// The name of the measurement: `configuration exchange`, `turn-around`.
    public let what: String
    /// The accessory, other phone or companion that a figure of the whole run belongs to; nil for the rig's own
    /// figures and the measurements of steps.
    public let subject: String?

    public let value: Quantity
    public let limit: Quantity?
    /// The number of samples in the value; nil for one.
    public let times: Int?

    public init(
        _ what: String, of subject: String? = nil, _ value: Quantity, limit: Quantity? = nil, times: Int? = nil
    ) {
        self.what = what
        self.subject = subject
        self.value = value
        self.limit = limit
        self.times = times
    }
}

extension Measured {
    /// The name among all quantities of a run: `frames`, `door: first distance`.
    public var name: String { subject.map { "\($0): \(what)" } ?? what }

    // The figures of a run that are about the rig.

    /// The number of frames.
    public static let frames = "frames"
    /// The phone's time from accessory configuration data to shareable configuration data.
    public static let turnAround = "turn-around"
    /// The phone's own time to route a tag.
    public static let routeTime = "route: own time"
    /// The processor time of a run in virtual time. It differs from run to run, so it is not in the journal.
    public static let processorTime = "processor time"

    /// The names of the figures that are about the rig rather than the accessory.
    public static let rigFigures = [turnAround, routeTime, processorTime, frames]
}

/// Encoding as numbers with a separate unit.
extension Measured {
    private enum CodingKeys: CodingKey {
        case what, subject, value, limit, unit, times
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        what = try container.decode(String.self, forKey: .what)
        subject = try container.decodeIfPresent(String.self, forKey: .subject)
        times = try container.decodeIfPresent(Int.self, forKey: .times)
        let unit = try container.decode(Quantity.WrittenUnit.self, forKey: .unit)
        value = Self.quantity(try container.decode(Int64.self, forKey: .value), unit)
        limit = try container.decodeIfPresent(Int64.self, forKey: .limit).map { Self.quantity($0, unit) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let (number, unit) = value.parts
        try container.encode(what, forKey: .what)
        try container.encodeIfPresent(subject, forKey: .subject)
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
        if let limit, limit == .count(0) { return "\(name): none expected, \(value) seen" }
        return "\(name) \(value)" + (limit.map { " of \($0)" } ?? "")
            + (times.map { " (\(counted($0, "sample")))" } ?? "")
    }
}
