public import Ground

/// Performs an act with the other phone: `Let(.peer, .endSession)`.
///
/// Takes no time; an `Expect` checks the results on this phone.
public struct Let: Word {
    /// The `Action.peer`, `Action.companion` or `Action.screen` step.
    public let step: Step

    /// Performs an act with another phone of the rig.
    public init(_ phone: AccessoryName, _ act: PeerAct, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.peer(act: act, phone: phone), spot: SourceSpot(file, line))
    }

    init(_ action: Action, spot: SourceSpot) { step = Step(action, spot: spot) }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Let {
    @available(
        *, unavailable, message: "Let takes no time: write Expect(.removed(.peer, reason: .timeout)) after it"
    )
    public init(_ phone: AccessoryName, _ act: PeerAct, within limit: Lapse) { fatalError() }
}
