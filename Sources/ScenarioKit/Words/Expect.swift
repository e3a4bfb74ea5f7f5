public import Ground

/// Something that must happen or, with a count of 0, must not: `Expect(.retry(.door), count: 1)`.
///
/// Counts the events since the start of the enclosing block; see `Expectation` for the full rule.
public struct Expect: Word {
    /// The expectation as data.
    public let expectation: Expectation

    /// Expects a count of an outcome, by default at least one, and waits up to `limit` until it is met.
    public init(
        _ outcome: Outcome, count: Count = .atLeast(1), within limit: Lapse = Expectation.usualLimit,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: limit, spot: SourceSpot(file, line))
    }

    /// Expects that something does not happen, or not more often, for a span:
    /// `Expect(..., count: 0, for: .seconds(1))`.
    ///
    /// It waits that long, and fails immediately if it happens.
    public init(
        _ outcome: Outcome, count: Count, for span: Lapse, file: StaticString = #filePath, line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: span, lasting: span, spot: SourceSpot(file, line))
    }

    private init(_ expectation: Expectation) { self.expectation = expectation }

    /// Adds the meaning of failures that show one of these causes, and of no others, with an optional code for
    /// programs: `Expect(...).otherwise("a cut configuration was accepted", when: .tooManyCame)`.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: SeenCause, _ more: SeenCause...
    ) -> Expect {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Adds a meaning.
    public func otherwise(_ meaning: Meaning) -> Expect { Expect(expectation.with(cause: meaning)) }

    /// The `Action.expect` step.
    public var step: Step { Step(.expect(expectation: expectation), spot: expectation.spot) }
}

/// Waits for something, counting from its own beginning:
/// `Await(.received(.didStop, from: .door), within: .seconds(3))`.
///
/// Events before this line do not count, and those after it are not judged.
public struct Await: Word {
    private let expectation: Expectation

    /// Waits up to `limit` for a count of an outcome, by default at least one.
    public init(
        _ outcome: Outcome, count: Count = .atLeast(1), within limit: Lapse, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: limit, spot: SourceSpot(file, line))
    }

    private init(_ expectation: Expectation) { self.expectation = expectation }

    /// Adds the meaning of failures that show one of these causes, and of no others, with an optional code for
    /// programs: `Await(...).otherwise("its answer is lost", when: .nothingCame)`.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: SeenCause, _ more: SeenCause...
    ) -> Await {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Adds a meaning.
    public func otherwise(_ meaning: Meaning) -> Await { Await(expectation.with(cause: meaning)) }

    /// The `Action.await` step.
    public var step: Step { Step(.await(expectation: expectation), spot: expectation.spot) }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Await {
    @available(*, unavailable, message: "Await needs a limit: Await(.connected(.door), within: .seconds(3))")
    public init(_ outcome: Outcome, count: Count = .atLeast(1)) { fatalError() }
}

/// Nothing happens in the block except what its other words expect or cause: `NothingElse(for: .seconds(1))`.
///
/// It waits that long, fails immediately if something else happens or has happened earlier in the block, and is
/// judged a second time when the block ends. The failure names the event.
///
/// **What counts.** Messages of the accessory, refused writes, a link that is lost or open again, encryption and
/// pairing; questions for permission, removals, retries, their end, suspensions, sessions that become invalid, an
/// address clash; zone changes and features; tags, notifications, deliveries, and a reader that goes and comes back.
/// The phone's own actions do not count, and neither do the rounds of a running session; a distance without a session
/// does.
///
/// **What does not count.** Events that an `Expect` or `Await` anywhere in the block, or a check over the block, asks
/// for; their number is for that check to judge. Nor do events that a word of the block causes: for `Connect`, an
/// open channel and encryption; for `Exchange`, the accessory's configuration and didStart; for `Stop`, its didStop;
/// for both and for `Walk` and `Place`, zone changes; for `Tap` and similar words, everything a tag leads to. `Send`
/// causes nothing: the answer to a raw message needs an `Expect`. So do the consequences of a fault of the bench.
///
/// **What is no evidence.** While a session runs, the kit must have reported rounds, and a reader that the scenario
/// needs must have been there all the time. Otherwise the run is an error, not a pass.
public struct NothingElse: Word {
    /// The `Action.nothingElse` step.
    public let step: Step

    /// Waits for `span`, and holds until the block ends.
    public init(for span: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.nothingElse(span: span), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension NothingElse {
    @available(*, unavailable, message: "say how long: NothingElse(for: .seconds(1))")
    public init() { fatalError() }
}
