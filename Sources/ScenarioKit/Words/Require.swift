public import Ground

/// A limit on measurements: `Require(.latency(.configuration, of: .door), atMost: .milliseconds(500))`.
///
/// Applies to the measurements since the start of the enclosing block; see `Requirement` for the full rule.
public struct Require: Word {
    /// The requirement as data.
    public let requirement: Requirement

    private init(_ requirement: Requirement) { self.requirement = requirement }

    private init(
        _ figure: Figure, percentile: Int? = nil, _ bound: Bound, _ file: StaticString, _ line: UInt
    ) {
        requirement = Requirement(figure, percentile: percentile, bound, spot: SourceSpot(file, line))
    }

    /// Requires that no time is longer or, with a percentile, that this percentage of them is not.
    public init(
        _ metric: Metric<Lapse>, percentile: Int? = nil, atMost limit: Lapse, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        self.init(metric.figure, percentile: percentile, .atMost(.span(limit)), file, line)
    }

    /// Requires a minimum rate, taken over all samples.
    public init(
        _ metric: Metric<Rate>, atLeast limit: Rate, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .atLeast(.rate(limit)), file, line)
    }

    /// Limits the rate, taken over all samples.
    public init(_ metric: Metric<Rate>, atMost limit: Rate, file: StaticString = #filePath, line: UInt = #line) {
        self.init(metric.figure, .atMost(.rate(limit)), file, line)
    }

    /// Requires a minimum share of all samples.
    public init(
        _ metric: Metric<Share>, atLeast limit: Share, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .atLeast(.share(limit)), file, line)
    }

    /// Limits single distances on both sides of zero: each of them, or a percentile.
    public init(
        _ metric: Metric<SingleDistance>, percentile: Int? = nil, within limit: Distance,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, percentile: percentile, .within(.distance(limit)), file, line)
    }

    /// Limits a figure on both sides of zero, such as a bias.
    public init(
        _ metric: Metric<Distance>, within limit: Distance, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .within(.distance(limit)), file, line)
    }

    /// Limits a figure that is never negative, such as a standard deviation.
    public init(
        _ metric: Metric<Distance>, atMost limit: Distance, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .atMost(.distance(limit)), file, line)
    }

    /// Limits a figure on both sides of zero, such as a bias.
    public init(
        _ metric: Metric<Angle>, within limit: Angle, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .within(.angle(limit)), file, line)
    }

    /// Limits a figure that is never negative, such as a standard deviation.
    public init(
        _ metric: Metric<Angle>, atMost limit: Angle, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .atMost(.angle(limit)), file, line)
    }

    /// Limits a count, such as the number of commands needed to read a tag.
    public init(_ metric: Metric<Int>, atMost limit: Int, file: StaticString = #filePath, line: UInt = #line) {
        self.init(metric.figure, .atMost(.count(limit)), file, line)
    }

    /// Adds the meaning of failures that show one of these causes, and of no others, with an optional code for
    /// programs: `Require(...).otherwise("the exchange keeps people waiting", when: .limitMissed)`.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: SeenCause, _ more: SeenCause...
    ) -> Require {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Adds a meaning.
    public func otherwise(_ meaning: Meaning) -> Require { Require(requirement.with(cause: meaning)) }

    /// The `Action.require` step.
    public var step: Step { Step(.require(requirement: requirement), spot: requirement.spot) }
}

// Mistakes in a requirement. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Require {
    @available(*, unavailable, message: "say the limit: Require(.exchange(of: .door), atMost: .milliseconds(500))")
    public init<Value>(_ metric: Metric<Value>) { fatalError() }

    @available(*, unavailable, message: "a time has one limit only: atMost: .milliseconds(500)")
    public init(_ metric: Metric<Lapse>, within limit: Lapse) { fatalError() }

    @available(*, unavailable, message: "a count has one limit only: atMost: 55")
    public init(_ metric: Metric<Int>, within limit: Int) { fatalError() }

    @available(*, unavailable, message: "a rate is one value of all samples: omit the percentile")
    public init(_ metric: Metric<Rate>, percentile: Int, atLeast limit: Rate) { fatalError() }

    @available(*, unavailable, message: "a share is one value of all samples: omit the percentile")
    public init(_ metric: Metric<Share>, percentile: Int, atLeast limit: Share) { fatalError() }

    @available(*, unavailable, message: "this is one value of all samples: omit the percentile")
    public init(_ metric: Metric<Distance>, percentile: Int, within limit: Distance) { fatalError() }

    @available(*, unavailable, message: "a reported distance may be too long or too short: within: .metres(0.3)")
    public init(_ metric: Metric<SingleDistance>, atMost limit: Distance) { fatalError() }
}
