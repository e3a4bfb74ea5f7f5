public import Ground

/// A limit on what was measured since the start of the block that encloses it.
///
/// At its place it is judged by what the block has measured so far. With a percentile so
/// many hundredths of the samples must keep the limit, without one each of them must. Rates, shares, bias and standard
/// deviation are one value of all samples. With fewer samples than `samplesNeeded` nothing is judged, and the run is an
/// error: so it is where nothing was measured at all. In front of steps it holds over them all: see `Check`.
public struct Requirement: Codable, Hashable, Sendable {
    public let figure: Figure
    /// From 1 to 100; nil for every sample.
    public let percentile: Int?
    public let bound: Bound
    public internal(set) var spot: SourceSpot
    /// What it means when this does not hold, as a sentence without its full stop.
    public let cause: Meaning?

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

/// The side on which a measured value must lie.
public enum Bound: Codable, Hashable, Sendable {
    case atMost(Quantity)
    case atLeast(Quantity)
    /// So far from zero, either way.
    case within(Quantity)

    public var amount: Quantity {
        switch self {
        case .atMost(let amount), .atLeast(let amount), .within(let amount): amount
        }
    }
}

extension Requirement {
    /// How many samples make a mean, a scatter or a rate: as many as Apple's sample judges a signal by
    /// (nearby-interaction.md, section 5.7).
    private static let ofAWhole = 8

    /// How many samples it takes for the limit to say anything; fewer neither keep nor break it.
    ///
    /// Where so many hundredths must keep it, or a share must be reached, one sample must be able to miss it: that
    /// takes 20 of them for a 95th percentile. A limit that each sample must keep is broken or kept by one.
    public var samplesNeeded: Int {
        if let percentile { return Self.samples(telling: percentile, of: 100) }
        switch (figure, bound.amount) {
        case (.updateRate, _), (.toldRate, _), (.bias, _), (.standardDeviation, _), (.angleBias, _),
            (.angleDeviation, _), (.peerBias, _), (.disagreement, _):
            return Self.ofAWhole
        // What is told at another time than it was measured is off by a step at times: a few say nothing.
        case (.toldDistance, _), (.toldError, _): return Self.ofAWhole
        case (.availability, .share(let share)), (.directionAvailability, .share(let share)):
            return Self.samples(telling: Int(clamping: share.permille), of: 1000)
        case (.availability, _), (.directionAvailability, _), (.latency, _), (.connection, _), (.exchange, _),
            (.firstFix, _), (.reaction, _), (.detectedToRouted, _), (.readCommands, _), (.ofScreen, _):
            return 1
        }
    }

    /// The fewest samples of which so large a part, and so large a rest, is one or more; one for all or nothing.
    private static func samples(telling part: Int, of whole: Int) -> Int {
        let rest = whole - part
        guard part > 0, rest > 0 else { return 1 }
        let smaller = min(part, rest)
        return (whole + smaller - 1) / smaller
    }
}
