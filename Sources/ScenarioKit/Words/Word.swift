public import Ground

/// A word that forms a line of a scenario.
public protocol Word: Sendable {
    /// The step that the word forms.
    var step: Step { get }
}

extension Word {
    /// Adds the meaning of failures of this line that show one of these causes, and of no others, with an optional code
    /// for programs: `Stop(.door, within: .seconds(3)).otherwise("it ranges for ever", when: .notStopped)`.
    ///
    /// After a block it applies to every line in the block that has none.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: SeenCause, _ more: SeenCause...
    ) -> ExplainedWord {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Adds a meaning.
    public func otherwise(_ meaning: Meaning) -> ExplainedWord { ExplainedWord(self, meaning) }

    /// Adds the meaning of a failure of this line in a `Repeat` after a number of rounds in which it did not fail.
    ///
    /// It does not apply to an earlier round.
    public func otherwise(_ meaning: Meaning, afterRounds rounds: Int) -> ExplainedWord {
        ExplainedWord(self, meaning, rounds: rounds)
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Word {
    @available(
        *, unavailable, message: "say which failures show it: .otherwise(\"it ranges for ever\", when: .notStopped)"
    )
    public func otherwise(_ words: String, code: FailureCode? = nil) -> ExplainedWord { fatalError() }
}

/// A word together with the meaning of its failure.
public struct ExplainedWord: Word {
    /// The step with its meaning.
    public let step: Step

    init(_ word: some Word, _ cause: Meaning, rounds: Int? = nil) {
        step = Step(word.step.action, spot: word.step.spot, cause: cause, causeRounds: rounds)
    }
}
