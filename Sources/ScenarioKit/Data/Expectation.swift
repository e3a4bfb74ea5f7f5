public import Ground

/// Something that must happen, or must not: an outcome, its count, and the time to wait for it.
///
/// **Events counted.** An expectation counts the events since the start of the block that encloses it: the scenario,
/// one `Losing` or another block of faults, one round of a `Repeat`, one `Lane`, one `Stay`, one `Tap`, the steps of
/// a `Throughout`. An event may come before or after the expectation's own line, as long as it is within the block.
///
/// **Time of judgement.** At its place it waits up to `within` until the count is met. An exact count or a lower
/// bound not reached by then fails; an upper bound that is exceeded fails immediately. Exact counts and upper bounds
/// are judged a second time at the end of the block, so later events in the block cannot pass unseen.
///
/// With a length (`lasting`) it waits that long, fails immediately when the count is exceeded, and is judged at the
/// end. `Await` counts from its own beginning instead, and is not judged again.
public struct Expectation: Codable, Hashable, Sendable {
    /// The event that is counted.
    public let outcome: Outcome
    /// The required number of events.
    public let count: Count
    /// The longest wait for the count to be met.
    public let within: Lapse
    /// The time for which the count must hold; nil if meeting the count is enough.
    public let lasting: Lapse?
    /// The place in the source; for shared steps, the line that asks for them.
    public internal(set) var spot: SourceSpot
    /// The meaning of a failure, without a full stop.
    public let cause: Meaning?

    /// Creates an expectation from data; the words are `Expect` and `Await`.
    public init(
        _ outcome: Outcome, count: Count, within: Lapse, lasting: Lapse? = nil, spot: SourceSpot, cause: Meaning? = nil
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
    /// The default limit of an `Expect`.
    public static let usualLimit = Lapse.seconds(2)
}

/// The number of times an outcome must be observed.
public enum Count: Codable, Hashable, Sendable {
    case exactly(Int)
    case atLeast(Int)
    case atMost(Int)

    /// The number, whichever way it bounds the count.
    public var number: Int {
        switch self {
        case .exactly(let number), .atLeast(let number), .atMost(let number): number
        }
    }

    /// Whether this number of events satisfies the count so far.
    public func isMet(by events: Int) -> Bool {
        switch self {
        case .exactly(let number): events == number
        case .atLeast(let number): events >= number
        case .atMost(let number): events <= number
        }
    }

    /// Whether further events cannot make the count hold again.
    public func isExceeded(by events: Int) -> Bool {
        switch self {
        case .exactly(let number), .atMost(let number): events > number
        case .atLeast: false
        }
    }

    /// Whether further events can still violate a count that is met, so that the end of the block matters.
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
