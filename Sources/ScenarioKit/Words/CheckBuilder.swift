/// Gathers `Expect` into the checks of a `Stay` or a `Tap`.
@resultBuilder
public enum CheckBuilder {
    public static func buildExpression(_ word: Expect) -> Expectation { word.expectation }
    public static func buildBlock(_ first: Expectation, _ rest: Expectation...) -> [Expectation] { [first] + rest }
}

// What a block of checks may not say. Each of these exists only for its message.
extension CheckBuilder {
    @available(*, unavailable, message: "a block of checks needs at least one Expect")
    public static func buildBlock() -> [Expectation] { fatalError() }

    @available(*, unavailable, message: "only Expect may stand inside Stay { } and Tap { }: write this before or after")
    public static func buildExpression(_ word: some Word) -> Expectation { fatalError() }

    @available(*, unavailable, message: "Enter belongs inside Walk { }: here write Expect(.entered(.near, .door))")
    public static func buildExpression(_ word: Enter) -> Expectation { fatalError() }

    @available(*, unavailable, message: "Leave belongs inside Walk { }: here write Expect(.left(.near, .door))")
    public static func buildExpression(_ word: Leave) -> Expectation { fatalError() }

    @available(*, unavailable, message: "write Expect(...) around the outcome")
    public static func buildExpression(_ outcome: Outcome) -> Expectation { fatalError() }

    @available(*, unavailable, message: "checks have no branches: write two scenarios")
    public static func buildOptional(_ checks: [Expectation]?) -> Expectation { fatalError() }

    @available(*, unavailable, message: "checks have no branches: write two scenarios")
    public static func buildEither(first: [Expectation]) -> Expectation { fatalError() }

    @available(*, unavailable, message: "checks have no branches: write two scenarios")
    public static func buildEither(second: [Expectation]) -> Expectation { fatalError() }

    @available(*, unavailable, message: "checks have no loops: Expect takes a count")
    public static func buildArray(_ rounds: [[Expectation]]) -> Expectation { fatalError() }
}
