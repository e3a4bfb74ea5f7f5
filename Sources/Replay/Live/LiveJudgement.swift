import Engine
public import Ground
public import Journal
public import Links
public import RigKit
public import ScenarioKit

/// The recorded scenario's judgement of a live replay: our own phone receives what arrived, and its run is judged.
public struct LiveJudgement: Sendable {
    /// The first deviation of the judging phone from what was played. Its verdict does not cover anything after this.
    public struct FirstDifference: Hashable, Sendable {
        public let instant: Instant
        /// The phone's action, as the rest of a sentence; safe to print.
        public let what: String
        /// Whether the phone sent something. At the instant of the verdict, that is its response to the verdict.
        let isOfSending: Bool

        func comes(beforeVerdictAt decided: Instant) -> Bool { isOfSending ? instant < decided : instant <= decided }
    }

    public let summary: RunSummary
    /// The first deviation; nil unless it came before the verdict was reached.
    public let difference: FirstDifference?

    /// Judges the events of a live replay that began at `start`; `seed` is that of the recorded phone.
    ///
    /// The events are read several times, once for each link. The watchers receive each journal entry. `wrap` may
    /// insert something between the run and the judged links, and `explaining` may add what that knows to the summary.
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

    /// The failure, if there is one and it is certain.
    ///
    /// If the accessory did the same as recorded and then fails for the recorded reason, it does not matter that the
    /// judging phone was a moment ahead: what it did beyond that was not answered.
    public func failure(wasAlike: Bool) -> FailureKey? {
        difference == nil || wasAlike ? FailureKey(summary) : nil
    }
}
