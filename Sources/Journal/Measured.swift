public import Vocabulary

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
