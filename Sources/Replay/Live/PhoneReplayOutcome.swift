public import Links

/// What came of playing a recorded phone against a live bench.
public struct PhoneReplayOutcome: Hashable, Sendable {
    /// Where the bench first did something else than what was recorded; nil when it did the same by meaning.
    public let difference: LiveDifference?
    /// What went wrong with the rig; then nothing else counts.
    public let fault: LinkFault?
    /// Whether a person asked for the end before the recording was through.
    public let isInterrupted: Bool
    /// Whether the trace ended sooner when it was read again to be played: the rest of it was not.
    public let isScriptLost: Bool
    /// How many of the recorded things were sent or seen.
    public let itemsPlayed: Int
    /// How many there are.
    public let itemsInAll: Int
    /// How many answers of accessory, kit, reader or stage came that were compared with recorded ones.
    public let answersSeen: Int

    /// A rig's fault, and the link on which it showed.
    public struct LinkFault: Hashable, Sendable {
        public let link: LinkID
        public let fault: RigFault
    }
}
