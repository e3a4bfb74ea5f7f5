public import Ground

/// A measured amount with its unit.
public enum Quantity: Hashable, Codable, Sendable {
    case span(Span)
    case distance(Distance)
    case rate(Rate)
    case share(Share)
    case count(Int)
}

extension Quantity: CustomStringConvertible {
    public var description: String {
        switch self {
        case .span(let span): span.description
        case .distance(let distance): distance.description
        case .rate(let rate): rate.description
        case .share(let share): share.description
        case .count(let count): "\(count)"
        }
    }
}

/// Something that a step measured, and the limit that it was held against, where there is one.
public struct Measured: Hashable, Codable, Sendable {
    /// What was measured: `configuration exchange`, `turn-around`.
    public let what: String
    public let value: Quantity
    public let limit: Quantity?
    /// How often, where there were too many to tell each by itself; nil for once.
    public let times: Int?

    public init(_ what: String, _ value: Quantity, limit: Quantity? = nil, times: Int? = nil) {
        self.what = what
        self.value = value
        self.limit = limit
        self.times = times
    }
}

extension Measured: CustomStringConvertible {
    public var description: String {
        "\(what) \(value)" + (limit.map { " of \($0)" } ?? "") + (times.map { " (\($0) times)" } ?? "")
    }
}
