/// Gathers `Expect` and `Require` into the checks of a `Stay`, a `Tap`, a `Throughout` or a whole scenario.
@resultBuilder
public enum CheckBuilder {
    /// Turns an `Expect` into a check.
    public static func buildExpression(_ word: Expect) -> Check { .expect(expectation: word.expectation) }
    /// Turns a `Require` into a check.
    public static func buildExpression(_ word: Require) -> Check { .require(requirement: word.requirement) }
    /// Gathers one or more checks.
    public static func buildBlock(_ first: Check, _ rest: Check...) -> [Check] { [first] + rest }
}

// Mistakes in a block of checks. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CheckBuilder {
    @available(*, unavailable, message: "a block of checks needs at least one Expect or Require")
    public static func buildBlock() -> [Check] { fatalError() }

    @available(
        *, unavailable,
        message: "only Expect and Require may be used in a block of checks: write this before or after it"
    )
    public static func buildExpression(_ word: some Word) -> Check { fatalError() }

    @available(*, unavailable, message: "a check waits as long as its block: write Expect, or Await before or after it")
    public static func buildExpression(_ word: Await) -> Check { fatalError() }

    @available(*, unavailable, message: "Enter belongs inside Walk { }: here write Expect(.entered(.near, .door))")
    public static func buildExpression(_ word: Enter) -> Check { fatalError() }

    @available(*, unavailable, message: "Leave belongs inside Walk { }: here write Expect(.left(.near, .door))")
    public static func buildExpression(_ word: Leave) -> Check { fatalError() }

    @available(*, unavailable, message: "this belongs inside Inspect(.doorTag) { }: here write Expect(...)")
    public static func buildExpression(_ word: some TagWord) -> Check { fatalError() }

    @available(*, unavailable, message: "write Expect(...) around the outcome")
    public static func buildExpression(_ outcome: Outcome) -> Check { fatalError() }

    @available(*, unavailable, message: "write Require(..., atMost: ...) around the figure")
    public static func buildExpression<Value>(_ metric: Metric<Value>) -> Check { fatalError() }

    @available(*, unavailable, message: "checks have no branches: write two scenarios")
    public static func buildOptional(_ checks: [Check]?) -> Check { fatalError() }

    @available(*, unavailable, message: "checks have no branches: write two scenarios")
    public static func buildEither(first: [Check]) -> Check { fatalError() }

    @available(*, unavailable, message: "checks have no branches: write two scenarios")
    public static func buildEither(second: [Check]) -> Check { fatalError() }

    @available(*, unavailable, message: "checks have no loops: Expect takes a count")
    public static func buildArray(_ rounds: [[Check]]) -> Check { fatalError() }
}
