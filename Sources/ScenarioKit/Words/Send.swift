public import Ground

/// Writes raw messages without the app and its session: `Send(.cut(.shareableConfiguration, to: 12), to: .door)`.
///
/// Several are sent in order, back to back or `apart` from each other: `Send([.stop, .initialize], to: .door)`.
public struct Send: Word {
    public let step: Step

    public init(
        _ message: RawMessage, to accessory: AccessoryName, apart: Lapse = .zero, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.send(messages: [message], accessory: accessory, apart: apart), spot: SourceSpot(file, line))
    }

    public init(
        _ messages: [RawMessage], to accessory: AccessoryName, apart: Lapse = .zero, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.send(messages: messages, accessory: accessory, apart: apart), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say to whom: Send(.initialize, to: .door)")
    public init(_ message: RawMessage) { fatalError() }

    @available(*, unavailable, message: "Send waits for no answer: write Expect(.received(...)) after it")
    public init(_ message: RawMessage, to accessory: AccessoryName, within limit: Lapse) { fatalError() }
}
