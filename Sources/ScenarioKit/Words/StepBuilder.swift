/// Gathers the words of a scenario and of its blocks into steps.
@resultBuilder
public enum StepBuilder {
    /// Turns a word into its step.
    public static func buildExpression(_ word: some Word) -> [Step] { [word.step] }
    /// Replaces a `Play` with the shared steps.
    public static func buildExpression(_ word: Play) -> [Step] { word.steps }
    /// Joins the steps of one or more words.
    public static func buildBlock(_ first: [Step], _ rest: [Step]...) -> [Step] { rest.reduce(first, +) }
}

// Mistakes in a block of steps. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension StepBuilder {
    @available(*, unavailable, message: "an empty block does nothing: write at least one step, such as Connect or Tap")
    public static func buildBlock() -> [Step] { fatalError() }

    @available(*, unavailable, message: "Enter belongs inside Walk { }: it needs a distance to pass")
    public static func buildExpression(_ word: Enter) -> [Step] { fatalError() }

    @available(*, unavailable, message: "Leave belongs inside Walk { }: it needs a distance to pass")
    public static func buildExpression(_ word: Leave) -> [Step] { fatalError() }

    @available(*, unavailable, message: "write Expect(...) around the outcome")
    public static func buildExpression(_ outcome: Outcome) -> [Step] { fatalError() }

    @available(*, unavailable, message: "write Require(..., atMost: ...) around the figure")
    public static func buildExpression<Value>(_ metric: Metric<Value>) -> [Step] { fatalError() }

    @available(*, unavailable, message: "Lane belongs inside Together { }: alone, its steps need no lane")
    public static func buildExpression(_ lane: Lane) -> [Step] { fatalError() }

    @available(*, unavailable, message: "this belongs inside Inspect(.doorTag) { }: it needs a tag to inspect")
    public static func buildExpression(_ word: some TagWord) -> [Step] { fatalError() }

    @available(*, unavailable, message: "a scenario cannot hold another: write its steps, or use Repeat(3) { }")
    public static func buildExpression(_ scenario: Scenario) -> [Step] { fatalError() }

    @available(*, unavailable, message: "only the words of a scenario may be used here: it is data and calls nothing")
    public static func buildExpression(_ nothing: Void) -> [Step] { fatalError() }

    @available(*, unavailable, message: "only the words of a scenario may be used here: write notes as // comments")
    public static func buildExpression(_ text: String) -> [Step] { fatalError() }

    @available(*, unavailable, message: "a scenario has no branches: write two scenarios")
    public static func buildOptional(_ steps: [Step]?) -> [Step] { fatalError() }

    @available(*, unavailable, message: "a scenario has no branches: write two scenarios")
    public static func buildEither(first: [Step]) -> [Step] { fatalError() }

    @available(*, unavailable, message: "a scenario has no branches: write two scenarios")
    public static func buildEither(second: [Step]) -> [Step] { fatalError() }

    @available(*, unavailable, message: "a scenario has no loops: use Repeat(3) { }")
    public static func buildArray(_ rounds: [[Step]]) -> [Step] { fatalError() }
}
