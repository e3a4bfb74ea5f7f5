public import Ground

/// Something that must happen, or must not: an outcome, how often, and how long to wait for it.
///
/// **What is counted.** An expectation counts the events since the start of the block that encloses it: the scenario,
/// one `Losing` or another block of faults, one round of a `Repeat`, one `Lane`, one `Stay`, one `Tap`, the steps of a
/// `Throughout`. It does not matter whether the event came before or after the expectation's own line, as long as it
/// came within the block.
///
/// **When it is judged.** At its place it waits up to `within` until the count is met (an exact count or a lower bound
/// that is not reached by then fails; an upper bound that is passed fails at once). Exact counts and upper bounds are
/// judged once more at the end of the block, so that what happens later in the block cannot pass unseen.
///
/// With a length (`lasting`) it waits that long, fails at once when the count is passed, and is judged when it is over.
/// `Await` counts from its own beginning instead, and no further.
public struct Expectation: Codable, Hashable, Sendable {
    public let outcome: Outcome
    public let count: Count
    public let within: Span
    /// How long it must stay so; nil where it is enough that the count is met.
    public let lasting: Span?
    public internal(set) var spot: SourceSpot
    /// What it means when this does not hold, as a sentence without its full stop.
    public let cause: Meaning?

    public init(
        _ outcome: Outcome, count: Count, within: Span, lasting: Span? = nil, spot: SourceSpot, cause: Meaning? = nil
    ) {
        self.outcome = outcome
        self.count = count
        self.within = within
        self.lasting = lasting
        self.spot = spot
        self.cause = cause
    }

    func with(cause: Meaning) -> Expectation {
        Expectation(outcome, count: count, within: within, lasting: lasting, spot: spot, cause: cause)
    }
}

extension Expectation {
    /// The time that an `Expect` waits where it does not say so.
    public static let usualLimit = Span.seconds(2)
}

/// How often an outcome must be seen.
public enum Count: Codable, Hashable, Sendable {
    case exactly(Int)
    case atLeast(Int)
    case atMost(Int)

    /// How many, whichever way it bounds them.
    public var number: Int {
        switch self {
        case .exactly(let number), .atLeast(let number), .atMost(let number): number
        }
    }

    /// True when so many events satisfy the count as it stands now.
    public func isMet(by events: Int) -> Bool {
        switch self {
        case .exactly(let number): events == number
        case .atLeast(let number): events >= number
        case .atMost(let number): events <= number
        }
    }

    /// True when no further event can mend the count.
    public func isExceeded(by events: Int) -> Bool {
        switch self {
        case .exactly(let number), .atMost(let number): events > number
        case .atLeast: false
        }
    }

    /// True when a count that is met can still be broken by further events, so that the end of the block matters.
    public var isJudgedAgainAtTheEnd: Bool {
        switch self {
        case .exactly, .atMost: true
        case .atLeast: false
        }
    }
}

extension Count: ExpressibleByIntegerLiteral {
    /// A bare number is an exact count.
    public init(integerLiteral value: Int) { self = .exactly(value) }
}
