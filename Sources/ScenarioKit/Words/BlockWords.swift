public import Ground

/// Plays the block a number of times: `Repeat(3) { }`.
public struct Repeat: Word {
    /// The `Action.repeat` step.
    public let step: Step

    /// Plays the steps `times` times, from 1 to 10,000.
    public init(
        _ times: Int, file: StaticString = #filePath, line: UInt = #line, @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.repeat(times: times, steps: steps()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Repeat {
    @available(*, unavailable, message: "say how often: Repeat(3) { }")
    public init(@StepBuilder _ steps: () -> [Step]) { fatalError() }
}

/// Holds checks over all of its steps: `Throughout { Expect(.retry(.door), count: 0) } steps: { }`.
///
/// An exceeded count, or a limit violated by one sample, fails immediately; everything else is judged after the
/// steps.
public struct Throughout: Word {
    /// The `Action.throughout` step.
    public let step: Step

    /// Creates a block of at least one check and at least one step.
    public init(
        file: StaticString = #filePath, line: UInt = #line, @CheckBuilder _ checks: () -> [Check],
        @StepBuilder steps: () -> [Step]
    ) {
        step = Step(.throughout(checks: checks(), steps: steps()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Throughout {
    @available(
        *, unavailable, message: "say during which steps: Throughout { Expect(.retry(.door), count: 0) } steps: { }"
    )
    public init(@CheckBuilder _ checks: () -> [Check]) { fatalError() }
}

/// Plays its lanes side by side, and ends when all have: `Together { Lane { } Lane { } }`.
public struct Together: Word {
    /// The `Action.together` step.
    public let step: Step

    /// Creates a block of 2 to 16 lanes.
    public init(file: StaticString = #filePath, line: UInt = #line, @LaneBuilder _ lanes: () -> [Lane]) {
        step = Step(.together(lanes: lanes()), spot: SourceSpot(file, line))
    }
}

extension Lane {
    /// Creates a lane of steps that are played in sequence, next to the other lanes of a `Together`.
    public init(file: StaticString = #filePath, line: UInt = #line, @StepBuilder _ steps: () -> [Step]) {
        self.init(steps(), spot: SourceSpot(file, line))
    }
}

/// Lets a span pass without movement; the block lists what must and must not happen in it.
public struct Stay: Word {
    /// The `Action.stay` step.
    public let step: Step

    /// Judges the checks when `span` is over. An exceeded count fails immediately.
    public init(
        _ span: Lapse, file: StaticString = #filePath, line: UInt = #line, @CheckBuilder _ checks: () -> [Check]
    ) {
        step = Step(.stay(span: span, checks: checks()), spot: SourceSpot(file, line))
    }

    /// Lets time pass.
    public init(_ span: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.stay(span: span, checks: []), spot: SourceSpot(file, line))
    }
}

/// Presents a tag, lets the phone read and route it, checks the results, and takes the tag away.
public struct Tap: Word {
    /// The `Action.tap` step.
    public let step: Step

    /// Presenting and reading must be done `within` 10 s by default.
    public init(
        _ tag: TagName, within limit: Lapse = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
        @CheckBuilder _ checks: () -> [Check]
    ) {
        step = Step(.tap(tag: tag, within: limit, checks: checks()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Tap {
    @available(
        *, unavailable, message: "say what the tap must open: Tap(.doorTag) { Expect(.opened(.browser)) }"
    )
    public init(_ tag: TagName, within limit: Lapse = .zero) { fatalError() }
}
