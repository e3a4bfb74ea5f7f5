public import Journal

/// What a replay came to.
public struct ReplayOutcome: Sendable {
    /// Where it first parted from the recording; nil when everything was the same.
    public let divergence: Divergence?
    /// Where what went over the links first parted; later than `divergence` where the journal parted before.
    public let frameDivergence: Divergence?
    /// Where the phone did something else than in the recording before the verdict was clear.
    ///
    /// What arrived from there on was no answer to it, and the verdict shows nothing. For verdicts by another scenario
    /// than the recorded one.
    public let difference: Divergence?
    public let summary: RunSummary
    /// The journal, where it was kept.
    public let journal: [JournalEntry]
    /// What the whole journal comes to, the same for equal ones and, in one process, as good as never for others.
    public let fingerprint: Int
    /// How many of the recorded frames were played, in both directions.
    public let framesPlayed: Int
    /// Whether the replay or the recording stops before the end of the run: then even `passed` shows nothing.
    public let isCutShort: Bool

    public var verdict: Verdict { summary.verdict }
}
