public import Ground

/// Why a step did not pass: what was expected, what was seen, where it is written, and the last frames.
public struct Failure: Hashable, Codable, Sendable {
    /// As a sentence without its full stop: `door enters far at 3.00 m, give or take 0.30 m`.
    public let expected: String
    /// What was seen instead, as a sentence without its full stop.
    public let seen: String
    /// What the failure means: the cause that the scenario was written to find; nil where it does not say.
    public let meaning: String?
    /// The line of the scenario that asked for it.
    public let spot: SourceSpot
    /// The instant at which it was known.
    public let instant: Instant
    /// The link that it concerns, and the last frames on it, oldest first.
    public let link: String?
    public let lastFrames: [FrameRecord]

    /// The names in journals and traces, which stay as they are: runs are compared by them.
    private enum CodingKeys: String, CodingKey {
        case expected, seen, spot, instant, link, lastFrames
        case meaning = "cause"
    }

    public init(
        expected: String, seen: String, meaning: String? = nil, spot: SourceSpot, instant: Instant, link: String? = nil,
        lastFrames: [FrameRecord] = []
    ) {
        self.expected = expected
        self.seen = seen
        self.meaning = meaning
        self.spot = spot
        self.instant = instant
        self.link = link
        self.lastFrames = lastFrames
    }

    /// The same with other last frames.
    public func showing(_ frames: [FrameRecord]) -> Failure {
        Failure(
            expected: expected, seen: seen, meaning: meaning, spot: spot, instant: instant, link: link,
            lastFrames: frames)
    }
}
