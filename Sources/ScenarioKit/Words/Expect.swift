public import Ground

/// Something that must happen, or with a count of 0 must not: `Expect(.retry(.door), count: 1)`.
///
/// Counts the events since the start of the block in which it stands; see `Expectation` for the whole rule.
public struct Expect: Word {
    public let expectation: Expectation

    public init(
        _ outcome: Outcome, count: Count = .atLeast(1), within limit: Span = .seconds(2),
        file: StaticString = #filePath, line: UInt = #line
    ) {
        expectation = Expectation(outcome, count: count, within: limit, spot: SourceSpot(file, line))
    }

    private init(_ expectation: Expectation) { self.expectation = expectation }

    /// Says what it means when this does not hold: `Expect(...).otherwise("a cut configuration was accepted")`.
    public func otherwise(_ meaning: Meaning) -> Expect { Expect(expectation.with(cause: meaning)) }

    /// The same with a code, which programs read: one of those that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode) -> Expect { otherwise(Meaning(words, code: code)) }

    public var step: Step { Step(.expect(expectation), spot: expectation.spot) }
}
