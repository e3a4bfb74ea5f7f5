public import Ground

/// A word that may stand as a line of a scenario.
public protocol Word: Sendable {
    var step: Step { get }
}

extension Word {
    /// Says what it means when this line fails: `Stop(.door, within: .seconds(3)).otherwise("it ranges for ever")`.
    ///
    /// Behind a block it speaks for every line in it that says nothing itself.
    public func otherwise(_ meaning: Meaning) -> ExplainedWord { ExplainedWord(self, meaning) }

    /// The same with a code, which programs read: one of those that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode) -> ExplainedWord { otherwise(Meaning(words, code: code)) }

    /// The same only for failures that show one of these codes: nothing is said of any other.
    public func otherwise(
        _ words: String, code: FailureCode? = nil, when first: FailureCode, _ more: FailureCode...
    ) -> ExplainedWord {
        otherwise(Meaning(words, code: code, when: [first] + more))
    }

    /// Says what it means when this line fails in a `Repeat` after so many rounds in which it did not.
    ///
    /// It is said of this line's own failure alone: not when the link is lost meanwhile, and not in an earlier round.
    public func otherwise(_ meaning: Meaning, afterRounds rounds: Int) -> ExplainedWord {
        ExplainedWord(self, meaning, rounds: rounds)
    }

    /// The same with a code, which programs read: one of those that `trammel explain` lists.
    public func otherwise(_ words: String, code: FailureCode, afterRounds rounds: Int) -> ExplainedWord {
        otherwise(Meaning(words, code: code), afterRounds: rounds)
    }
}

/// A word together with what its failure means.
public struct ExplainedWord: Word {
    public let step: Step

    init(_ word: some Word, _ cause: Meaning, rounds: Int? = nil) {
        step = Step(word.step.action, spot: word.step.spot, cause: cause, causeRounds: rounds)
    }
}
