public import Ground

/// Performs an act with the other phone: `Let(.peer, .endSession)`.
///
/// Takes no time; an `Expect` checks the results on this phone.
public struct Let: Word {
    public let step: Step

    public init(_ phone: AccessoryName, _ act: PeerAct, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.peer(act: act, phone: phone), spot: SourceSpot(file, line))
    }

    init(_ action: Action, spot: SourceSpot) { step = Step(action, spot: spot) }

    @available(
        *, unavailable, message: "Let takes no time: write Expect(.removed(.peer, reason: .timeout)) after it"
    )
    public init(_ phone: AccessoryName, _ act: PeerAct, within limit: Lapse) { fatalError() }
}
