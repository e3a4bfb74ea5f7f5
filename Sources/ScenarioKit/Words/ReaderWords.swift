import Ground

/// Causes a momentary fault of the tag reader: `SimulateReader(.aborts)`.
public struct SimulateReader: Word {
    /// The `Action.simulateReader` step.
    public let step: Step

    /// Causes the fault once; one that lasts needs `SimulatingReader`.
    public init(_ trouble: ReaderFailure, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.simulateReader(trouble: trouble), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SimulateReader {
    @available(*, unavailable, message: "with a block it is SimulatingReader(.unplugged) { }")
    public init(_ trouble: ReaderFailure, @StepBuilder _ steps: () -> [Step]) { fatalError() }
}

/// Causes a reader fault for the length of the block: `SimulatingReader(.unplugged) { Stay(.seconds(2)) }`.
public struct SimulatingReader: Word {
    /// The `Action.simulatingReader` step.
    public let step: Step

    /// Keeps up the fault while the steps are played; a momentary one needs `SimulateReader`.
    public init(
        _ trouble: ReaderFailure, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.simulatingReader(trouble: trouble, steps: steps()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension SimulatingReader {
    @available(*, unavailable, message: "it lasts as long as its block: SimulatingReader(.unplugged) { }")
    public init(_ trouble: ReaderFailure) { fatalError() }
}
