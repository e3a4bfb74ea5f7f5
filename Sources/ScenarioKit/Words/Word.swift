public import Ground

/// A word that forms a line of a scenario.
public protocol Word: Sendable {
    var step: Step { get }
}

extension Word {
    /// Adds the meaning of a failure of this line:
    /// `Stop(.door, within: .seconds(3)).otherwise("it ranges for ever")`.
    ///
    /// After a block it applies to every line in the block that has none.
    public func otherwise(_ meaning: Meaning) -> ExplainedWord { ExplainedWord(self, meaning) }

    /// Adds the meaning of a failure with a code for programs, one that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode) -> ExplainedWord { otherwise(Meaning(words, code: code)) }

    /// Adds the meaning of failures that show one of these codes, and of no others.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: FailureCode, _ more: FailureCode...
    ) -> ExplainedWord {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Adds the meaning of a failure of this line in a `Repeat` after a number of rounds in which it did not fail.
    ///
    /// It applies only to this line's own failure: not to a link lost meanwhile, and not to an earlier round.
    public func otherwise(_ meaning: Meaning, afterRounds rounds: Int) -> ExplainedWord {
        ExplainedWord(self, meaning, rounds: rounds)
    }

    /// Adds the meaning of a failure after a number of rounds, with a code for programs, one that `trammel explain`
    /// lists.
    public func otherwise(_ words: String, code: FailureCode, afterRounds rounds: Int) -> ExplainedWord {
        otherwise(Meaning(words, code: code), afterRounds: rounds)
    }
}

/// A word together with the meaning of its failure.
public struct ExplainedWord: Word {
    public let step: Step

    init(_ word: some Word, _ cause: Meaning, rounds: Int? = nil) {
        step = Step(word.step.action, spot: word.step.spot, cause: cause, causeRounds: rounds)
    }
}
