public import Ground

/// Why a step did not pass: what was expected, what was seen, where it is written, and the last frames.
public struct Failure: Hashable, Codable, Sendable {
    /// The code that the scenario names for what it means; where it names none, that of what was seen.
    public let code: FailureCode
    /// The code of what was seen, whatever the scenario says about it.
    public let seenCode: FailureCode
    /// As a sentence without its full stop: `door enters far at 3.00 m, give or take 0.30 m`.
    public let expected: String
    /// What was seen instead, as a sentence without its full stop.
    public let seen: String
    /// The value that decided, with its limit, where it is one.
    public let measured: Measured?
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
        case code, seenCode, expected, seen, measured, spot, instant, link, lastFrames
        case meaning = "cause"
    }

    public init(
        code: FailureCode, seenCode: FailureCode? = nil, expected: String, seen: String,
        measured: Measured? = nil, meaning: String? = nil, spot: SourceSpot, instant: Instant, link: String? = nil, lastFrames: [FrameRecord] = []
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

    /// The same with other last frames.
    public func showing(_ frames: [FrameRecord]) -> Failure {
        Failure(
            code: code, seenCode: seenCode, expected: expected, seen: seen, measured: measured, meaning: meaning,
            spot: spot, instant: instant, link: link, lastFrames: frames)
    }

    /// The code of a failure that was written down before failures had codes.
    public static let uncoded: FailureCode = "failure.uncoded"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decodeIfPresent(FailureCode.self, forKey: .code) ?? Self.uncoded
        seenCode = try container.decodeIfPresent(FailureCode.self, forKey: .seenCode) ?? code
        expected = try container.decode(String.self, forKey: .expected)
        seen = try container.decode(String.self, forKey: .seen)
        measured = try container.decodeIfPresent(Measured.self, forKey: .measured)
        meaning = try container.decodeIfPresent(String.self, forKey: .meaning)
        spot = try container.decode(SourceSpot.self, forKey: .spot)
        instant = try container.decode(Instant.self, forKey: .instant)
        link = try container.decodeIfPresent(String.self, forKey: .link)
        lastFrames = try container.decode([FrameRecord].self, forKey: .lastFrames)
    }
}
