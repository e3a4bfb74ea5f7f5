import Engine
public import Ground
public import Journal
public import Links
public import Recordings
public import RigKit
public import ScenarioKit

/// What the recorded scenario says of a live replay: our own phone is given what came, and its run is judged.
public struct LiveJudgement: Sendable {
    /// Where the judging phone did something else than what was played: then its verdict says nothing of what follows.
    public struct FirstDifference: Hashable, Sendable {
        public let instant: Instant
        /// What it does, as the rest of a sentence; safe to print.
        public let what: String
        /// Whether it was something that the phone sent: at the instant of the verdict that is its answer to it.
        let isOfSending: Bool

        func comes(beforeVerdictAt decided: Instant) -> Bool { isOfSending ? instant < decided : instant <= decided }
    }

    public let summary: RunSummary
    /// Set only where it parted before the verdict was clear.
    public let difference: FirstDifference?

    /// Judges the events of a live replay in memory.
    public init(
        _ events: [TraceEvent], from start: Instant, by scenario: Scenario, on rig: Rig, seed: UInt64,
        watchers: [(JournalEntry) -> Void] = []
    ) {
        self.init(TraceStream(events), from: start, by: scenario, on: rig, seed: seed, watchers: watchers)
    }

    /// Judges the events of a live replay that began at `start`; `seed` is that of the recorded phone.
    ///
    /// They are gone through several times, once for each link, and are never in memory as a whole. The watchers hear
    /// each entry of the journal. `wrap` may put something between the run and the judged links, and `explaining` add
    /// to the summary what that knows.
    public init(
        _ events: TraceStream, from start: Instant, by scenario: Scenario, on rig: Rig, seed: UInt64,
        watchers: [(JournalEntry) -> Void] = [], wrap: (any LinkSet) -> any LinkSet = { $0 },
        explaining explain: (RunSummary) -> RunSummary = { $0 }
    ) {
        let links = JudgedLinks(events, from: start)
        let recorder = JournalRecorder(watchers: watchers, keepsEntries: false)
        summary = explain(
            ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: wrap(links), recorder: recorder))
        let decided = start + summary.elapsed
        difference = links.difference.flatMap { $0.comes(beforeVerdictAt: decided) ? $0 : nil }
    }

    /// What went wrong, where something did and that is sure.
    ///
    /// Where the accessory did the same as recorded, and then fails for the recorded reason, it does not matter that
    /// the judging phone was a moment ahead: what it did beyond was not answered.
    public func failure(wasAlike: Bool) -> FailureKey? {
        difference == nil || wasAlike ? FailureKey(summary) : nil
    }
}
