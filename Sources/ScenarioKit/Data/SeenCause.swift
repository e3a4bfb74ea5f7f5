public import Ground

/// What was seen in a failure, as the codes that show it: `.nothingCame`, or `"link.keyRefused"` for a single code.
public struct SeenCause: Hashable, Sendable {
    /// The failure codes that show the cause.
    public let codes: [FailureCode]

    /// Creates a cause that is shown by any of these codes.
    public init(_ codes: FailureCode...) { self.codes = codes }

    // Counts of an `Expect` or `Await`.

    /// Nothing came, not even late.
    public static let nothingCame = SeenCause("expectation.never")
    /// Something came in time, and less often than expected.
    public static let tooFewCame = SeenCause("expectation.tooSeldom")
    /// Something came more often than expected; with a count of 0, at all.
    public static let tooManyCame = SeenCause("expectation.tooOften")
    /// Nothing was measured: no distance came, whether or not the accessory reported that it ranges.
    public static let nothingMeasured = SeenCause("expectation.never", "session.rangesNot", "ranging.timedOut")

    // Measurements of a `Require`.

    /// A measurement missed its limit.
    public static let limitMissed = SeenCause("requirement.notMet")

    // Steps with an accessory.

    /// The accessory cannot be found, or does not accept the connection, or does not answer on it.
    public static let notConnected = SeenCause(
        "link.notFound", "link.notAccepted", "link.notOpened", "link.unanswered")
    /// The link was not encrypted, whichever side ended the attempt.
    public static let notPaired = SeenCause("pairing.failed", "pairing.linkLost", "pairing.unanswered")
    /// An exchange ended without the accessory's configuration data, or without its report that ranging started.
    public static let notStarted = SeenCause("exchange.noConfiguration", "session.neverStarted")
    /// A stop was not answered, not even late.
    public static let notStopped = SeenCause("session.stopUnanswered")
}

extension SeenCause: ExpressibleByStringLiteral {
    /// Creates a cause that is shown by one code, such as `"link.keyRefused"`.
    public init(stringLiteral value: String) { self.init(FailureCode(rawValue: value)) }
}
