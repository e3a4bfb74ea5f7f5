public import Ground

/// Writes raw messages without the app and its session: `Send(.cut(.shareableConfiguration, to: 12), to: .door)`.
///
/// Several are sent in order, back to back or `apart` from each other: `Send([.stop, .initialize], to: .door)`.
public struct Send: Word {
    /// The `Action.send` step.
    public let step: Step

    /// Writes one message. The interval `apart` is for one that takes several writes, such as `everyCut`.
    public init(
        _ message: RawMessage, to accessory: AccessoryName, apart: Lapse = .zero, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.send(messages: [message], accessory: accessory, apart: apart), spot: SourceSpot(file, line))
    }

    /// Writes one or more messages, by default back to back.
    public init(
        _ messages: [RawMessage], to accessory: AccessoryName, apart: Lapse = .zero, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.send(messages: messages, accessory: accessory, apart: apart), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Send {
    @available(*, unavailable, message: "say to whom: Send(.initialize, to: .door)")
    public init(_ message: RawMessage) { fatalError() }

    @available(*, unavailable, message: "Send waits for no answer: write Expect(.received(...)) after it")
    public init(_ message: RawMessage, to accessory: AccessoryName, within limit: Lapse) { fatalError() }
}
