public import Ground

/// A limit on the measurements since the start of the block that encloses it.
///
/// At its place it is judged by the block's measurements so far. With a percentile, that percentage of the samples
/// must keep the limit; without one, every sample must. Rates, shares, bias and standard deviation are one value for
/// all samples. With fewer samples than `samplesNeeded`, including none, nothing is judged and the run is an error.
/// In front of steps it holds over all of them: see `Check`.
public struct Requirement: Codable, Hashable, Sendable {
    /// The figure that is limited.
    public let figure: Figure
    /// The percentile, from 1 to 100; nil for every sample.
    public let percentile: Int?
    /// The limit, in the unit of the figure.
    public let bound: Bound
    /// The place in the source; for shared steps, the line that asks for them.
    public internal(set) var spot: SourceSpot
    /// The meaning of a failure, without a full stop.
    public let cause: Meaning?

    /// Creates a requirement from data; the word is `Require`.
    public init(
        _ figure: Figure, percentile: Int? = nil, _ bound: Bound, spot: SourceSpot, cause: Meaning? = nil
    ) {
        self.figure = figure
        self.percentile = percentile
        self.bound = bound
        self.spot = spot
        self.cause = cause
    }

    func with(cause: Meaning) -> Requirement {
        Requirement(figure, percentile: percentile, bound, spot: spot, cause: cause)
    }
}

/// The bound that a measured value must satisfy.
public enum Bound: Codable, Hashable, Sendable {
    case atMost(Quantity)
    case atLeast(Quantity)
    /// At most this far from zero, in either direction.
    case within(Quantity)

    /// The quantity, whichever way it bounds the figure.
    public var amount: Quantity {
        switch self {
        case .atMost(let amount), .atLeast(let amount), .within(let amount): amount
        }
    }
}

extension Requirement {
    /// The number of samples that make a mean, a scatter or a rate: the number by which Apple's sample judges a
    /// signal (nearby-interaction.md, section 5.7).
    private static let ofAWhole = 8

    /// The number of samples needed for the limit to mean anything; fewer neither keep nor violate it.
    ///
    /// For a percentile or a share, there must be enough samples that one of them may miss the limit: 20 for a 95th
    /// percentile. A limit on every sample needs only one.
    public var samplesNeeded: Int {
        if let percentile { return Self.samples(telling: percentile, of: 100) }
        switch (figure, bound.amount) {
        case (.updateRate, _), (.toldRate, _), (.bias, _), (.standardDeviation, _), (.angleBias, _),
            (.angleDeviation, _), (.peerBias, _), (.disagreement, _):
            return Self.ofAWhole
        // A report may come at a different time than its measurement and be off by one step, so a few samples prove
        // nothing.
        case (.toldDistance, _), (.toldError, _): return Self.ofAWhole
        case (.availability, .share(let share)), (.directionAvailability, .share(let share)):
            return Self.samples(telling: Int(clamping: share.permille), of: 1000)
        case (.availability, _), (.directionAvailability, _), (.latency, _), (.connection, _), (.exchange, _),
            (.firstFix, _), (.reaction, _), (.detectedToRouted, _), (.readCommands, _), (.ofScreen, _):
            return 1
        }
    }

    /// Returns the fewest samples of which both the part and the rest make up at least one; 1 for all or nothing.
    private static func samples(telling part: Int, of whole: Int) -> Int {
        let rest = whole - part
        guard part > 0, rest > 0 else { return 1 }
        let smaller = min(part, rest)
        return (whole + smaller - 1) / smaller
    }
}
