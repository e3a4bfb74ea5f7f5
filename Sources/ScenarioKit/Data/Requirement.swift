public import Ground

/// A limit on what was measured since the start of the block that encloses it.
///
/// At its place it is judged by what the block has measured so far; nothing measured is a failure. With a percentile so
/// many hundredths of the samples must keep the limit, without one each of them must. Rates, shares, bias and standard
/// deviation are one value of all samples. With fewer samples than `samplesNeeded` nothing is judged, and the run is an
/// error. In front of steps it holds over them all: see `Check`.
public struct Requirement: Codable, Hashable, Sendable {
    public let figure: Figure
    /// From 1 to 100; nil for every sample.
    public let percentile: Int?
    public let bound: Bound
    public let spot: SourceSpot
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
    case atMost(Amount)
    case atLeast(Amount)
    /// So far from zero, either way.
    case within(Amount)

    public var amount: Amount {
        switch self {
        case .atMost(let amount), .atLeast(let amount), .within(let amount): amount
        }
    }
}
