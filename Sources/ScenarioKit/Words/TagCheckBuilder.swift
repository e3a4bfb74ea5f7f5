/// Gathers the words inside `Inspect { }` into checks of the tag.
@resultBuilder
public enum TagCheckBuilder {
    /// Turns a word into its check of the tag.
    public static func buildExpression(_ word: some TagWord) -> TagExpectation { word.expectation }
    /// Gathers one or more checks of the tag.
    public static func buildBlock(_ first: TagExpectation, _ rest: TagExpectation...) -> [TagExpectation] {
        [first] + rest
    }
}

// Mistakes in an inspection. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension TagCheckBuilder {
    @available(
        *, unavailable, message: "an inspection needs at least one check, such as Is(.type2) or StartsWithLink()"
    )
    public static func buildBlock() -> [TagExpectation] { fatalError() }

    @available(
        *, unavailable, message: "only checks of the tag may be used inside Inspect { }: write this before or after"
    )
    public static func buildExpression(_ word: some Word) -> TagExpectation { fatalError() }

    @available(
        *, unavailable, message: "an inspection opens nothing: write Opens(.browser) for where a phone would go"
    )
    public static func buildExpression(_ word: Expect) -> TagExpectation { fatalError() }

    @available(*, unavailable, message: "write the check as a word, such as Is(.type2) or Is(.locked)")
    public static func buildExpression(_ check: TagCheck) -> TagExpectation { fatalError() }

    @available(*, unavailable, message: "an inspection has no branches: write two scenarios")
    public static func buildOptional(_ checks: [TagExpectation]?) -> TagExpectation { fatalError() }

    @available(*, unavailable, message: "an inspection has no branches: write two scenarios")
    public static func buildEither(first: [TagExpectation]) -> TagExpectation { fatalError() }

    @available(*, unavailable, message: "an inspection has no branches: write two scenarios")
    public static func buildEither(second: [TagExpectation]) -> TagExpectation { fatalError() }

    @available(*, unavailable, message: "an inspection has no loops: write every check once")
    public static func buildArray(_ rounds: [[TagExpectation]]) -> TagExpectation { fatalError() }
}
