/// The limits of charts on which a process is monitored (gate.md, section 2.10).
public struct ControlChart: Hashable, Sendable {
    public let centre: Double
    public let meanRange: Double

    /// Creates an individuals chart; needs two values.
    public init(individuals values: [Double]) throws(StatisticsError) {
        try values.check(atLeast: 2)
        try values.check()
        centre = values.mean
        meanRange = zip(values, values.dropFirst()).map { abs($0 - $1) }.mean
    }

    public var upper: Double { centre + 2.66 * meanRange }
}
