public import Ground

/// The first so many messages of a kind within the block never arrive: `Losing(.shareableConfiguration, times: 1) { }`.
public struct Losing: Word {
    public let step: Step

    public init(
        _ message: MessageName, times: Int, file: StaticString = #fileID, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.losing(message, times: times, steps: steps()), spot: SourceSpot(file, line))
    }

    @available(
        *, unavailable, message: "say how many are lost: Losing(.shareableConfiguration, times: 1) { }"
    )
    public init(_ message: MessageName, @StepBuilder _ steps: () -> [Step]) { fatalError() }

    @available(
        *, unavailable, message: "a loss lives as long as its block: Losing(.shareableConfiguration, times: 1) { }"
    )
    public init(_ message: MessageName, times: Int) { fatalError() }
}

/// Plays the block so many times over: `Repeat(3) { }`.
public struct Repeat: Word {
    public let step: Step

    public init(
        _ times: Int, file: StaticString = #fileID, line: UInt = #line, @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.repeat(times, steps: steps()), spot: SourceSpot(file, line))
    }
}

/// Nothing moves for a span; the block says what must and must not happen in it.
public struct Stay: Word {
    public let step: Step

    public init(
        _ span: Span, file: StaticString = #fileID, line: UInt = #line,
        @CheckBuilder _ checks: () -> [Expectation]
    ) {
        step = Step(.stay(span, checks: checks()), spot: SourceSpot(file, line))
    }

    /// Lets time pass.
    public init(_ span: Span, file: StaticString = #fileID, line: UInt = #line) {
        step = Step(.stay(span, checks: []), spot: SourceSpot(file, line))
    }
}

/// Presents a tag, lets the phone read and route it, checks what comes of it, and takes the tag away.
public struct Tap: Word {
    public let step: Step

    /// Presenting and reading must be done `within` 10 s unless told otherwise.
    public init(
        _ tag: TagName, within limit: Span = .seconds(10), file: StaticString = #fileID, line: UInt = #line,
        @CheckBuilder _ checks: () -> [Expectation]
    ) {
        step = Step(.tap(tag, within: limit, checks: checks()), spot: SourceSpot(file, line))
    }

    @available(
        *, unavailable, message: "say what the tap must open: Tap(.doorTag) { Expect(.opened(.browser)) }"
    )
    public init(_ tag: TagName, within limit: Span = .zero) { fatalError() }
}
