/// A word that may stand as a line of a scenario.
public protocol Word: Sendable {
    var step: Step { get }
}

extension Word {
    /// Says what it means when this line fails: `Stop(.door, within: .seconds(3)).otherwise("it ranges for ever")`.
    ///
    /// Behind a block it speaks for every line in it that says nothing itself.
    public func otherwise(_ cause: String) -> ExplainedWord { ExplainedWord(self, cause) }
}

/// A word together with what its failure means.
public struct ExplainedWord: Word {
    public let step: Step

    init(_ word: some Word, _ cause: String) {
        step = Step(word.step.action, spot: word.step.spot, cause: cause)
    }
}
