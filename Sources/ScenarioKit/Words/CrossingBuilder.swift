/// Gathers `Enter` and `Leave` into the crossings of a walk.
@resultBuilder
public enum CrossingBuilder {
    /// Turns an `Enter` into a crossing.
    public static func buildExpression(_ word: Enter) -> Crossing { word.crossing }
    /// Turns a `Leave` into a crossing.
    public static func buildExpression(_ word: Leave) -> Crossing { word.crossing }
    /// Gathers one or more crossings, in the order of the walk.
    public static func buildBlock(_ first: Crossing, _ rest: Crossing...) -> [Crossing] { [first] + rest }
}

// Mistakes in a walk. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension CrossingBuilder {
    @available(*, unavailable, message: "Walk { } needs an Enter or a Leave: omit the braces to walk without either")
    public static func buildBlock() -> [Crossing] { fatalError() }

    @available(
        *, unavailable, message: "only Enter and Leave may be used inside Walk { }: write this before or after it"
    )
    public static func buildExpression(_ word: some Word) -> Crossing { fatalError() }

    @available(*, unavailable, message: "a walk has no branches: write two scenarios")
    public static func buildOptional(_ crossings: [Crossing]?) -> Crossing { fatalError() }

    @available(*, unavailable, message: "a walk has no branches: write two scenarios")
    public static func buildEither(first: [Crossing]) -> Crossing { fatalError() }

    @available(*, unavailable, message: "a walk has no branches: write two scenarios")
    public static func buildEither(second: [Crossing]) -> Crossing { fatalError() }

    @available(*, unavailable, message: "a walk has no loops: write Repeat(3) { } around it")
    public static func buildArray(_ rounds: [[Crossing]]) -> Crossing { fatalError() }
}
