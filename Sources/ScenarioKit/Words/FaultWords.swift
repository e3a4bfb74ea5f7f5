public import Ground

/// Loses the first `times` messages of a kind within the block: `Losing(.shareableConfiguration, times: 1) { }`.
public struct Losing: Word {
    /// The `Action.tampering` step with `Tampering.withhold`.
    public let step: Step

    /// Loses messages of the phone. Those of the accessory cannot be lost.
    public init(
        _ message: MessageKind, times: Int, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(
            .tampering(tampering: .withhold, message: message, times: times, steps: steps()),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Losing {
    @available(
        *, unavailable, message: "say how many are lost: Losing(.shareableConfiguration, times: 1) { }"
    )
    public init(_ message: MessageKind, @StepBuilder _ steps: () -> [Step]) { fatalError() }

    @available(
        *, unavailable, message: "a loss lasts as long as its block: Losing(.shareableConfiguration, times: 1) { }"
    )
    public init(_ message: MessageKind, times: Int) { fatalError() }
}

/// Delays the first `times` messages of a kind: `Delaying(.stop, by: .milliseconds(300), times: 1) { }`.
public struct Delaying: Word {
    /// The `Action.tampering` step with `Tampering.delay`.
    public let step: Step

    /// Delays messages of the phone, each by `delay`. Later messages do not wait for them.
    public init(
        _ message: MessageKind, by delay: Lapse, times: Int, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(
            .tampering(tampering: .delay(span: delay), message: message, times: times, steps: steps()),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Delaying {
    @available(
        *, unavailable, message: "say how many are delayed: Delaying(.stop, by: .milliseconds(300), times: 1) { }"
    )
    public init(_ message: MessageKind, by delay: Lapse, @StepBuilder _ steps: () -> [Step]) { fatalError() }

    @available(
        *, unavailable, message: "a delay lasts as long as its block: Delaying(.stop, by: ..., times: 1) { }"
    )
    public init(_ message: MessageKind, by delay: Lapse, times: Int) { fatalError() }
}

/// Sends the first `times` messages of a kind twice, or more often: `Doubling(.initialize, times: 1) { }`.
public struct Doubling: Word {
    /// The `Action.tampering` step with `Tampering.repeat`.
    public let step: Step

    /// Creates the block. Each message is sent `copies` times in all, back to back.
    public init(
        _ message: MessageKind, copies: Int = 2, times: Int, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(
            .tampering(tampering: .repeat(times: copies), message: message, times: times, steps: steps()),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Doubling {
    @available(*, unavailable, message: "say how many are doubled: Doubling(.initialize, times: 1) { }")
    public init(_ message: MessageKind, copies: Int = 2, @StepBuilder _ steps: () -> [Step]) { fatalError() }

    @available(
        *, unavailable, message: "doubling lasts as long as its block: Doubling(.initialize, times: 1) { }"
    )
    public init(_ message: MessageKind, copies: Int = 2, times: Int) { fatalError() }
}

/// Cuts the first `times` messages of a kind to their first bytes, counting the id.
///
/// `Cutting(.shareableConfiguration, to: 12, times: 1) { }`
public struct Cutting: Word {
    /// The `Action.tampering` step with `Tampering.cut`.
    public let step: Step

    /// Cuts messages of the phone to `length` bytes.
    public init(
        _ message: MessageKind, to length: Int, times: Int, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(
            .tampering(tampering: .cut(to: length), message: message, times: times, steps: steps()),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Cutting {
    @available(
        *, unavailable, message: "say how many are cut: Cutting(.shareableConfiguration, to: 12, times: 1) { }"
    )
    public init(_ message: MessageKind, to length: Int, @StepBuilder _ steps: () -> [Step]) { fatalError() }

    @available(
        *, unavailable,
        message: "a cut lasts as long as its block: Cutting(.shareableConfiguration, to: 12, times: 1) { }"
    )
    public init(_ message: MessageKind, to length: Int, times: Int) { fatalError() }
}

/// Flips the bits of the mask in one byte of the first `times` messages of a kind.
///
/// `Corrupting(.shareableConfiguration, byte: 5, xor: 0x01, times: 1) { }`; bytes are counted from 0 for the id.
public struct Corrupting: Word {
    /// The `Action.tampering` step with `Tampering.corrupt`.
    public let step: Step

    /// Changes the byte at offset `byte` in messages of the phone. A message that is too short is sent unchanged.
    public init(
        _ message: MessageKind, byte: Int, xor mask: UInt8, times: Int, file: StaticString = #filePath,
        line: UInt = #line, @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(
            .tampering(tampering: .corrupt(byte: byte, xor: mask), message: message, times: times, steps: steps()),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Corrupting {
    @available(
        *, unavailable,
        message: "say how many are changed: Corrupting(.shareableConfiguration, byte: 5, xor: 0x01, times: 1) { }"
    )
    public init(_ message: MessageKind, byte: Int, xor mask: UInt8, @StepBuilder _ steps: () -> [Step]) {
        fatalError()
    }

    @available(
        *, unavailable, message: "a change lasts as long as its block: Corrupting(..., xor: 0x01, times: 1) { }"
    )
    public init(_ message: MessageKind, byte: Int, xor mask: UInt8, times: Int) { fatalError() }
}

/// Causes a fault of the air for the length of the block: `Simulating(.uwbSilence, of: .door) { }`.
///
/// A momentary fault occurs when the block begins. On a real bench, a program blocks the radio, and the steps wait
/// until it has.
public struct Simulating: Word {
    /// The `Action.simulating` step.
    public let step: Step

    /// Keeps up the fault while the steps are played. Without a simulator or a program the scenario is skipped.
    public init(
        _ trouble: InjectedFault, of accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.simulating(trouble: trouble, accessory: accessory, steps: steps()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Simulating {
    @available(
        *, unavailable,
        message: "it lasts as long as its block: Simulating(.uwbSilence, of: .door) { }; or write Simulate(...)"
    )
    public init(_ trouble: InjectedFault, of accessory: AccessoryName) { fatalError() }
}
