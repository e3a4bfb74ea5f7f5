public import Ground

extension Let {
    /// Performs an act with a companion: `Let(.pad, .background)`.
    ///
    /// Takes no time; an `Expect` checks the results.
    public init(
        _ companion: CompanionName, _ act: CompanionAct, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.init(.companion(act: act, companion: companion), spot: SourceSpot(file, line))
    }

    /// Performs an act as the user of a screen: `Let(.tv, .pick(name: "Living room pad"))`.
    public init(_ screen: ScreenName, _ act: ScreenAct, file: StaticString = #filePath, line: UInt = #line) {
        self.init(.screen(act: act, screen: screen), spot: SourceSpot(file, line))
    }
}

/// Causes a network fault for the length of the block: `Troubling(.cableOut) { Stay(.seconds(2)) }`.
public struct Troubling: Word {
    /// The `Action.troubling` step.
    public let step: Step

    /// Disturbs the network while the steps are played.
    public init(
        _ trouble: NetworkDisturbance, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        step = Step(.troubling(network: trouble, steps: steps()), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Troubling {
    @available(*, unavailable, message: "it lasts as long as its block: Troubling(.cableOut) { }")
    public init(_ trouble: NetworkDisturbance) { fatalError() }
}
