public import Ground

/// A limit on measurements: `Require(.latency(.configuration, of: .door), atMost: .milliseconds(500))`.
///
/// Applies to the measurements since the start of the enclosing block; see `Requirement` for the full rule.
public struct Require: Word {
    public let requirement: Requirement

    private init(_ requirement: Requirement) { self.requirement = requirement }

    private init(
        _ figure: Figure, percentile: Int? = nil, _ bound: Bound, _ file: StaticString, _ line: UInt
    ) {
        requirement = Requirement(figure, percentile: percentile, bound, spot: SourceSpot(file, line))
    }

    /// Requires that no time is longer or, with a percentile, that this percentage of them is not.
    public init(
        _ metric: Metric<Span>, percentile: Int? = nil, atMost limit: Span, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        self.init(metric.figure, percentile: percentile, .atMost(.span(limit)), file, line)
    }

    public init(
        _ metric: Metric<Rate>, atLeast limit: Rate, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .atLeast(.rate(limit)), file, line)
    }

    public init(_ metric: Metric<Rate>, atMost limit: Rate, file: StaticString = #filePath, line: UInt = #line) {
        self.init(metric.figure, .atMost(.rate(limit)), file, line)
    }

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

    public init(
        _ metric: Metric<Angle>, atMost limit: Angle, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(metric.figure, .atMost(.angle(limit)), file, line)
    }

    /// Limits a count, such as the number of commands needed to read a tag.
    public init(_ metric: Metric<Int>, atMost limit: Int, file: StaticString = #filePath, line: UInt = #line) {
        self.init(metric.figure, .atMost(.count(limit)), file, line)
    }

    /// Adds the meaning of a failure: `Require(...).otherwise("the exchange keeps people waiting")`.
    public func otherwise(_ meaning: Meaning) -> Require { Require(requirement.with(cause: meaning)) }

    /// Adds the meaning of a failure with a code for programs, one that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode) -> Require { otherwise(Meaning(words, code: code)) }

    /// Adds the meaning of failures that show one of these codes, and of no others.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: FailureCode, _ more: FailureCode...
    ) -> Require {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    public var step: Step { Step(.require(requirement: requirement), spot: requirement.spot) }
}

// Mistakes in a requirement. Each overload exists only for its message.
extension Require {
    @available(*, unavailable, message: "say the limit: Require(.exchange(of: .door), atMost: .milliseconds(500))")
    public init<Value>(_ metric: Metric<Value>) { fatalError() }

    @available(*, unavailable, message: "a time has one limit only: atMost: .milliseconds(500)")
    public init(_ metric: Metric<Span>, within limit: Span) { fatalError() }

    @available(*, unavailable, message: "what is counted has one limit only: atMost: 55")
    public init(_ metric: Metric<Int>, within limit: Int) { fatalError() }

    @available(*, unavailable, message: "a rate is one value of all samples: leave the percentile away")
    public init(_ metric: Metric<Rate>, percentile: Int, atLeast limit: Rate) { fatalError() }

    @available(*, unavailable, message: "a share is one value of all samples: leave the percentile away")
    public init(_ metric: Metric<Share>, percentile: Int, atLeast limit: Share) { fatalError() }

    @available(*, unavailable, message: "this is one value of all samples: leave the percentile away")
    public init(_ metric: Metric<Distance>, percentile: Int, within limit: Distance) { fatalError() }

    @available(*, unavailable, message: "what is told is off to both sides: within: .metres(0.3)")
    public init(_ metric: Metric<SingleDistance>, atMost limit: Distance) { fatalError() }
}
