public import Ground
public import Vocabulary

/// The reason why a step did not pass: the expectation, the observation, the scenario line and the last frames.
public struct Failure: Hashable, Codable, Sendable {
    /// The code that the scenario assigns to the failure's meaning, or else that of the observation.
    public let code: FailureCode
    /// The code of the observation, regardless of the scenario.
    public let seenCode: FailureCode
    /// The expectation as a sentence without a full stop: `door enters far at 3.00 m, give or take 0.30 m`.
    public let expected: String
    /// The observation instead, as a sentence without a full stop.
    public let seen: String
    /// The decisive value with its limit, if there is one.
    public let measured: Measured?
    /// The meaning of the failure: the cause that the scenario was written to find; nil if it does not state one.
    public let meaning: String?
    /// The scenario line that required it.
    public let spot: SourceSpot
    /// The instant at which the failure was established.
    public let instant: Instant
    /// The link concerned, and the last frames on it, oldest first.
    public let link: LinkID?
    public let lastFrames: [FrameRecord]

    public init(
        code: FailureCode, seenCode: FailureCode? = nil, expected: String, seen: String,
        measured: Measured? = nil, meaning: String? = nil, spot: SourceSpot, instant: Instant, link: LinkID? = nil,
        lastFrames: [FrameRecord] = []
    ) {
        self.code = code
        self.seenCode = seenCode ?? code
        self.expected = expected
        self.seen = seen
        self.measured = measured
        self.meaning = meaning
        self.spot = spot
        self.instant = instant
        self.link = link
        self.lastFrames = lastFrames
    }

    /// Returns the failure with other last frames.
    public func showing(_ frames: [FrameRecord]) -> Failure {
        Failure(
            code: code, seenCode: seenCode, expected: expected, seen: seen, measured: measured, meaning: meaning,
            spot: spot, instant: instant, link: link, lastFrames: frames)
    }

    /// The code of a failed run without a named failure.
    public static let uncoded: FailureCode = "failure.uncoded"
}
