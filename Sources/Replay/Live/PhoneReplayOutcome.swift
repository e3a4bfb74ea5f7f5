public import Links

/// The outcome of playing a recorded phone against a live bench.
public struct PhoneReplayOutcome: Hashable, Sendable {
    /// The first difference between bench and recording; nil if the bench did the same by meaning.
    public internal(set) var difference: LiveDifference?
    /// A fault of the rig, which voids everything else.
    public internal(set) var fault: LinkFault?
    /// Whether a person interrupted the replay before the recording ended.
    public internal(set) var isInterrupted = false
    /// Whether the trace ended sooner when it was reread for playing, so that its rest was not played.
    public internal(set) var isScriptLost = false
    /// The number of recorded items that were sent or seen.
    public internal(set) var itemsPlayed = 0
    /// The number of recorded items.
    public let itemsInAll: Int
    /// The number of answers from accessory, kit, reader or stage that were compared with recorded ones.
    public internal(set) var answersSeen = 0

    /// A rig's fault and the link on which it appeared.
    public struct LinkFault: Hashable, Sendable {
        public let link: LinkID
        public let fault: RigFault
    }
}
