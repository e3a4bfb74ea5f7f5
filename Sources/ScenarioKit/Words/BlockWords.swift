public import Ground

/// Plays the block so many times over: `Repeat(3) { }`.
public struct Repeat: Word {
    public let step: Step

    public init(
        _ times: Int, file: StaticString = #filePath, line: UInt = #line, @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.repeat(times: times, steps: steps()), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say how often: Repeat(3) { }")
    public init(@StepBuilder _ steps: () -> [Step]) { fatalError() }
}

/// Holds checks over all of its steps: `Throughout { Expect(.retry(.door), count: 0) } steps: { }`.
///
/// A count that is passed or a limit that one sample breaks fails at once, everything else is judged behind the steps.
public struct Throughout: Word {
    public let step: Step

    public init(
        file: StaticString = #filePath, line: UInt = #line, @CheckBuilder _ checks: () -> [Check],
        @StepBuilder steps: () -> [Step]
    ) {
        step = Step(.throughout(checks: checks(), steps: steps()), spot: SourceSpot(file, line))
    }

    @available(
        *, unavailable, message: "say during which steps: Throughout { Expect(.retry(.door), count: 0) } steps: { }"
    )
    public init(@CheckBuilder _ checks: () -> [Check]) { fatalError() }
}

/// Plays its lanes side by side, and ends when all have: `Together { Lane { } Lane { } }`.
public struct Together: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line, @LaneBuilder _ lanes: () -> [Lane]) {
        step = Step(.together(lanes: lanes()), spot: SourceSpot(file, line))
    }
}

extension Lane {
    /// Steps that are played one after the other, next to those of the other lanes of a `Together`.
    public init(file: StaticString = #filePath, line: UInt = #line, @StepBuilder _ steps: () -> [Step]) {
        self.init(steps(), spot: SourceSpot(file, line))
    }
}

/// Nothing moves for a span; the block says what must and must not happen in it.
public struct Stay: Word {
    public let step: Step

    public init(
        _ span: Span, file: StaticString = #filePath, line: UInt = #line, @CheckBuilder _ checks: () -> [Check]
    ) {
        step = Step(.stay(span: span, checks: checks()), spot: SourceSpot(file, line))
    }

    /// Lets time pass.
    public init(_ span: Span, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.stay(span: span, checks: []), spot: SourceSpot(file, line))
    }
}

/// Presents a tag, lets the phone read and route it, checks what comes of it, and takes the tag away.
public struct Tap: Word {
    public let step: Step

    /// Presenting and reading must be done `within` 10 s unless told otherwise.
    public init(
        _ tag: TagName, within limit: Span = .seconds(10), file: StaticString = #filePath, line: UInt = #line,
        @CheckBuilder _ checks: () -> [Check]
    ) {
        step = Step(.tap(tag: tag, within: limit, checks: checks()), spot: SourceSpot(file, line))
    }

    @available(
        *, unavailable, message: "say what the tap must open: Tap(.doorTag) { Expect(.opened(.browser)) }"
    )
    public init(_ tag: TagName, within limit: Span = .zero) { fatalError() }
}
