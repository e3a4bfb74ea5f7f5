/// Gathers the lanes of a `Together`.
@resultBuilder
public enum LaneBuilder {
    /// Accepts a lane.
    public static func buildExpression(_ lane: Lane) -> Lane { lane }
    /// Gathers two or more lanes.
    public static func buildBlock(_ first: Lane, _ second: Lane, _ rest: Lane...) -> [Lane] { [first, second] + rest }
}

// Mistakes in a block of lanes. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension LaneBuilder {
    @available(*, unavailable, message: "Together { } needs two lanes: Together { Lane { } Lane { } }")
    public static func buildBlock() -> [Lane] { fatalError() }

    @available(*, unavailable, message: "one lane runs beside nothing: write a second Lane { }, or only its steps")
    public static func buildBlock(_ only: Lane) -> [Lane] { fatalError() }

    @available(*, unavailable, message: "only lanes may be used inside Together { }: write Lane { } around the steps")
    public static func buildExpression(_ word: some Word) -> Lane { fatalError() }

    @available(*, unavailable, message: "lanes have no branches: write two scenarios")
    public static func buildOptional(_ lanes: [Lane]?) -> Lane { fatalError() }

    @available(*, unavailable, message: "lanes have no branches: write two scenarios")
    public static func buildEither(first: [Lane]) -> Lane { fatalError() }

    @available(*, unavailable, message: "lanes have no branches: write two scenarios")
    public static func buildEither(second: [Lane]) -> Lane { fatalError() }

    @available(*, unavailable, message: "lanes have no loops: write each Lane { }, or Repeat(3) { } inside one")
    public static func buildArray(_ rounds: [[Lane]]) -> Lane { fatalError() }
}
