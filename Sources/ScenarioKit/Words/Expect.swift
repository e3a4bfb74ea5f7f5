public import Ground

/// Something that must happen, or with a count of 0 must not: `Expect(.retry(.door), count: 1)`.
///
/// Counts the events since the start of the block in which it stands; see `Expectation` for the whole rule.
public struct Expect: Word {
    public let expectation: Expectation

    public init(
        _ outcome: Outcome, count: Count = .atLeast(1), within limit: Span = Expectation.usualLimit,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: limit, spot: SourceSpot(file, line))
    }

    /// Something that must not happen, or not more often, for so long: `Expect(..., count: 0, for: .seconds(1))`.
    ///
    /// It waits that long, and fails at once when it happens.
    public init(
        _ outcome: Outcome, count: Count, for span: Span, file: StaticString = #filePath, line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: span, lasting: span, spot: SourceSpot(file, line))
    }

    private init(_ expectation: Expectation) { self.expectation = expectation }

    /// Says what it means when this does not hold: `Expect(...).otherwise("a cut configuration was accepted")`.
    public func otherwise(_ meaning: Meaning) -> Expect { Expect(expectation.with(cause: meaning)) }

    /// The same with a code, which programs read: one of those that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode) -> Expect { otherwise(Meaning(words, code: code)) }

    /// The same only for failures that show one of these codes: nothing is said of any other.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: FailureCode, _ more: FailureCode...
    ) -> Expect {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    public var step: Step { Step(.expect(expectation: expectation), spot: expectation.spot) }
}

/// Waits for something, counted from its own beginning: `Await(.received(.didStop, from: .door), within: .seconds(3))`.
///
/// What happened before this line does not count, and what happens after it is not judged.
public struct Await: Word {
    private let expectation: Expectation

    public init(
        _ outcome: Outcome, count: Count = .atLeast(1), within limit: Span, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: limit, spot: SourceSpot(file, line))
    }

    private init(_ expectation: Expectation) { self.expectation = expectation }

    /// Says what it means when it does not come.
    public func otherwise(_ meaning: Meaning) -> Await { Await(expectation.with(cause: meaning)) }

    /// The same with a code, which programs read: one of those that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode) -> Await { otherwise(Meaning(words, code: code)) }

    /// The same only for failures that show one of these codes: nothing is said of any other.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: FailureCode, _ more: FailureCode...
    ) -> Await {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    public var step: Step { Step(.await(expectation: expectation), spot: expectation.spot) }

    @available(*, unavailable, message: "Await needs a limit: Await(.connected(.door), within: .seconds(3))")
    public init(_ outcome: Outcome, count: Count = .atLeast(1)) { fatalError() }
}

/// In its block nothing happens but what the block's other words expect or bring about: `NothingElse(for:
/// .seconds(1))`.
///
/// It waits that long, fails at once when something else happens, or has happened in the block before, and is judged
/// once more when the block ends. The failure names what else it was.
///
/// **What counts.** Messages of the accessory, refused writes, a link that is lost or open again, encryption and
/// pairing; questions for permission, removals, retries, their end, suspensions, sessions that become invalid, an
/// address clash; zone changes and features; tags, notifications, what is delivered, and a reader that goes and comes.
/// What the phone itself does does not, and neither do the rounds of a session that runs: a distance without a session
/// does.
///
/// **What does not count.** What an `Expect` or `Await` of the block asks for, wherever it stands in it, or a check
/// over the block; how often is for that check to say. And what a word of the block brings about: `Connect` an open
/// channel and encryption, `Exchange` the accessory's configuration and didStart, `Stop` its didStop, both with `Walk`
/// and `Place` changes of zones, `Tap` and its like all that comes of a tag. `Send` brings about nothing: what is to
/// answer a raw message takes an `Expect`. So does what a fault of the bench leads to.
///
/// **What is no evidence.** While a session runs the kit must have reported rounds, and a reader that the scenario
/// needs must have been there all the time. Otherwise the run is an error and no pass.
public struct NothingElse: Word {
    public let step: Step

    public init(for span: Span, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.nothingElse(span: span), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say how long: NothingElse(for: .seconds(1))")
    public init() { fatalError() }
}
