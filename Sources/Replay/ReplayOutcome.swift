public import Journal

/// The outcome of a replay.
public struct ReplayOutcome: Sendable {
    /// The first difference from the recording; nil if everything was the same.
    public let divergence: Divergence?
    /// The first difference on the links; later than `divergence` if the journal differed first.
    public let frameDivergence: Divergence?
    /// The first deviation of the phone from the recording before the verdict was reached.
    ///
    /// Anything that arrived later was not an answer to this phone, so the verdict is void. For verdicts by a
    /// scenario other than the recorded one.
    public let difference: Divergence?
    public let summary: RunSummary
    /// The journal, if it was kept.
    public let journal: [JournalEntry]
    /// A hash of the whole journal: the same for equal journals and, within one process, almost never for others.
    public let fingerprint: Int
    /// The number of recorded frames played, in both directions.
    public let framesPlayed: Int
    /// Whether the replay or the recording stops before the end of the run. Then even `passed` proves nothing.
    public let isCutShort: Bool

    public var verdict: Verdict { summary.verdict }
}
