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

    public var lower: Double { centre - 2.66 * meanRange }
    public var upper: Double { centre + 2.66 * meanRange }
    public var rangeLimit: Double { 3.267 * meanRange }

    /// Returns the upper limit of a chart of shares; for rare failures draw the runs between failures instead.
    public static func shareLimit(_ share: Double, of count: Int) -> Double {
        share + 3 * (share * (1 - share) / Double(count)).squareRoot()
    }
}
