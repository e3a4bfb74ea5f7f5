/// A word of a plan, which becomes one entry.
public protocol PlanWord {
    var entry: PlanEntry { get }
}

/// The result builder of plans, with which the compiler checks what a plan may contain.
@resultBuilder
public enum PlanBuilder {
    public static func buildExpression(_ word: some PlanWord) -> [PlanEntry] { [word.entry] }

    public static func buildBlock(_ entries: [PlanEntry]...) -> [PlanEntry] { entries.flatMap(\.self) }

    @available(*, unavailable, message: "a plan has no branches: write two plans")
    public static func buildEither(first: [PlanEntry]) -> [PlanEntry] { first }

    @available(*, unavailable, message: "a plan has no branches: write two plans")
    public static func buildEither(second: [PlanEntry]) -> [PlanEntry] { second }

    @available(*, unavailable, message: "a plan has no branches: write two plans")
    public static func buildOptional(_ entries: [PlanEntry]?) -> [PlanEntry] { entries ?? [] }

    @available(*, unavailable, message: "a plan has no loops: select by suite or tag, or name several scenarios")
    public static func buildArray(_ entries: [[PlanEntry]]) -> [PlanEntry] { entries.flatMap(\.self) }
}

extension GatePlan {
    /// Creates a plan from words: `GatePlan("release", "What every release must show") { Prove(...) }`.
    public init(
        _ name: String, _ summary: String, file: StaticString = #filePath, line: UInt = #line,
        @PlanBuilder entries: () -> [PlanEntry]
    ) {
        self.init(name: name, summary: summary, entries: entries(), spot: SourceSpot(file, line))
    }
}
